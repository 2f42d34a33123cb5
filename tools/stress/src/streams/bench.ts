import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Geode, Hold } from '@geodes/contracts';
import { bodyOf, median, Owner, quantile, send, ShopClient, type StartedShop, startShop, until } from '@geodes/testing';
import { type Report, RESULTS } from '../report.js';
import type { ListenerCommand, ListenerReport } from './listeners-main.js';

const STREAMS = 5_000;
/** Holds that are taken and ended while all streams are open. */
const EVENTS = 60;
const LISTENERS = fileURLToPath(new URL('../../dist/streams/listeners-main.js', import.meta.url));
const GEODES = 24;
const OPEN_TIMEOUT_MS = 120_000;
/** Longer than the listeners wait for an event. */
const EVENT_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 50;
const EVENT_INTERVAL_MS = 500;
const GALLERY_INTERVAL_MS = 25;
const WARM_UP_REQUESTS = 400;
const SETTLE_MS = 3_000;
const TARGET = { lastMs: 1_000, memoryKb: 20 };

/** Measures open streams on one gateway: delivery time, memory, and the response time of the gallery meanwhile. */
export const streams = async (say: (line: string) => void): Promise<Report> => {
  const shop = await startShop({ log: join(RESULTS, 'streams-shop.log'), env: { LOG_LEVEL: 'warn' } });
  const listeners = fork(LISTENERS, { stdio: 'inherit' });
  try {
    return await measure(shop, listeners, say);
  } finally {
    listeners.kill();
    await shop.stop();
  }
};

const measure = async (shop: StartedShop, listeners: ChildProcess, say: (line: string) => void): Promise<Report> => {
  const [gateway] = shop.gateways;
  const owner = new Owner(shop);
  const geodes: Geode[] = [];
  for (let index = 0; index < GEODES; index += 1) geodes.push(await owner.newGeode({ title: `Stream ${index}` }));
  const reports: ListenerReport[] = [];
  listeners.on('message', (message: ListenerReport) => reports.push(message));

  for (let index = 0; index < WARM_UP_REQUESTS; index += 1) await gallery(gateway);
  const alone = await holdAndRead(gateway, geodes);
  say(`  a gallery request without streams takes ${timesText(alone.galleryMs)}`);
  await sleep(SETTLE_MS);
  const before = memory(shop);

  const opening = performance.now();
  listeners.send({ open: STREAMS, gateway } satisfies ListenerCommand);
  await until(() => reports.some((one) => 'opened' in one), OPEN_TIMEOUT_MS, POLL_INTERVAL_MS);
  const [open = 0] = reports.flatMap((one) => ('opened' in one ? one.opened : []));
  const openMs = performance.now() - opening;
  await sleep(SETTLE_MS);
  const idle = memory(shop);
  say(`  ${open} streams after ${(openMs / 1_000).toFixed(1)} s`);

  const together = await holdAndRead(gateway, geodes);
  say(`  a gallery request with streams takes ${timesText(together.galleryMs)}`);
  await until(() => arrivals(reports).length >= together.sentAt.length, EVENT_TIMEOUT_MS, POLL_INTERVAL_MS);
  const after = memory(shop);
  const arrived = arrivals(reports);
  const missed = arrived.filter(({ at }) => at.length < STREAMS).length + (together.sentAt.length - arrived.length);
  const eachMs = arrived.flatMap(({ at }, index) => at.map((time) => time - (together.sentAt[index] ?? time)));
  const lastMs = arrived.map(({ at }, index) => Math.max(...at) - (together.sentAt[index] ?? 0));
  const each = (bytes: number): string => (bytes / 1_024 / open).toFixed(1);
  return {
    name: 'streams',
    violations: [
      ...(open === STREAMS ? [] : [`only ${open} of ${STREAMS} streams were opened`]),
      ...(missed === 0 ? [] : [`${missed} events did not reach all streams`]),
    ],
    figures: {
      streams: open,
      'events sent': together.sentAt.length,
      'opening all of them, s': (openMs / 1_000).toFixed(1),
      'delivery to one stream, median ms': Math.round(median(eachMs)),
      'delivery to one stream, 95th percentile ms': Math.round(quantile(eachMs, 0.95)),
      'delivery to all streams, median ms': Math.round(median(lastMs)),
      'delivery to all streams, 95th percentile ms': Math.round(quantile(lastMs, 0.95)),
      'memory per stream, idle, KB': each(idle - before),
      'memory per stream, after the events, KB': each(after - before),
      'gallery request without streams, median ms': median(alone.galleryMs).toFixed(1),
      'gallery request without streams, 95th ms': quantile(alone.galleryMs, 0.95).toFixed(1),
      'gallery request with streams, median ms': median(together.galleryMs).toFixed(1),
      'gallery request with streams, 95th ms': quantile(together.galleryMs, 0.95).toFixed(1),
    },
    targets: {
      'delivery to all streams, 95th percentile ms': `< ${TARGET.lastMs}`,
      'memory per stream, after the events, KB': `< ${TARGET.memoryKb}`,
    },
  };
};

const timesText = (times: number[]): string =>
  `${median(times).toFixed(1)} ms (median), ${quantile(times, 0.95).toFixed(1)} ms (95th percentile)`;

/** Returns the arrivals, in the order of the events' ids. */
const arrivals = (reports: ListenerReport[]): Extract<ListenerReport, { id: string }>[] =>
  reports.flatMap((one) => ('id' in one ? one : [])).sort((a, b) => Number(a.id) - Number(b.id));

/** Takes and ends holds of one geode, each of which sends an event, and reads the gallery meanwhile. */
const holdAndRead = async (gateway: string, [geode]: Geode[]) => {
  const reading = new AbortController();
  const galleryMs: number[] = [];
  const reader = (async () => {
    while (!reading.signal.aborted) {
      galleryMs.push(await gallery(gateway));
      await sleep(GALLERY_INTERVAL_MS);
    }
  })();
  const sentAt: number[] = [];
  const browser = new ShopClient([gateway]);
  let hold: Hold | undefined;
  for (let event = 0; event < EVENTS; event += 1) {
    sentAt.push(performance.timeOrigin + performance.now());
    if (hold) {
      await browser.call('DELETE', `/api/holds/${hold.holdId}`);
      hold = undefined;
    } else hold = bodyOf<Hold>(await browser.hold(geode ? [geode.id] : []));
    await sleep(EVENT_INTERVAL_MS);
  }
  reading.abort();
  await reader;
  return { sentAt, galleryMs };
};

/** Measures one gallery request, milliseconds. */
const gallery = async (gateway: string): Promise<number> => {
  const began = performance.now();
  bodyOf(await send('GET', `${gateway}/api/geodes?limit=24`));
  return performance.now() - began;
};

/** Reads the resident memory of the gateway's process, bytes. */
const memory = ({ processes }: StartedShop): number => {
  const status = readFileSync(`/proc/${processes.pidOf('gateway')}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024;
};
