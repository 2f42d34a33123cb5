import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { Tinypool } from 'tinypool';
import { Bus, createLogger } from '@geodes/kit';
import { readConfig } from './config.js';
import { fillCatalogue, type PictureOrder } from './fill-catalogue.js';
import { Report, resumeSeed, type SeedRecord } from './seed-record.js';
import { PictureStore, Shop } from './shop/shop.js';

/** Limits memory: a thread that draws needs about 200 MB. */
const MAX_THREADS = 4;
/** Until all geodes are on sale, the seed runs just behind the shop's processes. */
const FIRST_PICTURES_NICENESS = 5;
/** While people may be buying, the seed uses only spare processor time. */
const FURTHER_PICTURES_NICENESS = constants.priority.PRIORITY_LOW;

/** Fills an empty catalogue with demo geodes and ends. Exit code 0: the catalogue is filled, or was not empty. */
const config = readConfig();
lowerPriority(FIRST_PICTURES_NICENESS);
const report = new Report((line) => console.log(line));
// The seed retries while services start, so the bus logs errors only.
const bus = new Bus(config.NATS_URL, createLogger(config.NAME ?? 'seed', 'error'));
await bus.onModuleInit();
const shop = new Shop(bus);
const record = await resumeSeed(config, shop, report);
if (record) await seed(record);
await bus.onApplicationShutdown();

async function seed(record: SeedRecord): Promise<void> {
  const threads = Math.min(availableParallelism(), MAX_THREADS);
  const filename = new URL('./render-worker.js', import.meta.url).href;
  const pool = new Tinypool({ filename, name: 'render', minThreads: threads, maxThreads: threads });
  const pictures = new PictureStore(bus, config);
  const needs = {
    draw: (order: PictureOrder): Promise<Uint8Array> => pool.run(order),
    storePicture: pictures.storePicture.bind(pictures),
    shop,
    views: config.SEED_VIEWS,
    lowerPriority: () => lowerPriority(FURTHER_PICTURES_NICENESS),
  };
  await fillCatalogue(record, needs, report);
  await pool.destroy();
  pictures.close();
  report.log(`the demo catalogue is complete: ${record.count.toLocaleString('en-US')} geodes`);
}

/**
 * Gives other processes priority; `niceness` can only rise. Linux sets it per thread and new threads inherit it, so this
 * sets it on all threads. Ignores errors.
 */
function lowerPriority(niceness: number): void {
  const set = (thread: number) => {
    try {
      setPriority(thread, niceness);
    } catch {
      // the thread has ended, or the system does not allow it
    }
  };
  set(0);
  if (process.platform === 'linux') for (const thread of readdirSync('/proc/self/task')) set(Number(thread));
}
