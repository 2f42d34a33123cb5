import 'reflect-metadata';
import { Bus, createLogger } from '@geodes/kit';
import { readConfig } from './config.js';
import { fillCatalogue } from './fill-catalogue.js';
import { resumeSeed } from './resume-seed.js';
import { FIRST_PICTURES, FURTHER_PICTURES, lowerPriority } from './rendering/lower-priority.js';
import { RenderPool } from './rendering/render-pool.js';
import { Report } from './report.js';
import type { SeedRecord } from './seed-record.js';
import { PictureStore } from './shop/picture-store.js';
import { Shop } from './shop/shop.js';

/** Fills an empty catalogue with demo geodes and ends. Exit code 0: the catalogue is filled, or was not empty. */
const config = readConfig();
lowerPriority(FIRST_PICTURES);
const report = new Report((line) => console.log(line));
// The bus would log every call that finds a service still starting; the seed says itself what it waits for.
const bus = new Bus(config.NATS_URL, createLogger(config.NAME ?? 'seed', 'error'));
await bus.onModuleInit();
const shop = new Shop(bus);
const record = await resumeSeed(config, shop, report);
if (record) await seed(record);
await bus.onApplicationShutdown();

async function seed(record: SeedRecord): Promise<void> {
  const pool = new RenderPool();
  const pictures = new PictureStore(bus, config);
  const draw = pool.draw.bind(pool);
  const keep = pictures.keep.bind(pictures);
  await fillCatalogue(
    record,
    { draw, keep, shop, views: config.SEED_VIEWS, stepBack: () => lowerPriority(FURTHER_PICTURES) },
    report,
  );
  await pool.close();
  pictures.close();
  report.say(`the demo catalogue is complete: ${record.count.toLocaleString('en-US')} geodes`);
}
