import { setTimeout as sleep } from 'node:timers/promises';
import type { Geode } from '@geodes/contracts';
import { median } from '@geodes/testing';
import type { Measurement } from '../bench.js';
import { onDatabase } from '../data/database.js';
import { ms, seconds } from '../figures.js';
import { Owner } from '../owner.js';

const WRITES = 10;
const POLL_MS = 5;
const TOLD_MS = 1_000;
const LOST_MS = 15_000;
const LIMIT_MS = 30_000;

/** Every public read in which a stone's price stands, with the price at that moment. */
const reads = (gateway: string, id: string, search: string): (() => Promise<string>)[] =>
  [
    `/api/geodes/${id}`,
    `/api/geodes?page=1&limit=10`,
    `/api/geodes?search=${search}`,
    `/api/geodes/featured`,
    `/gallery?geode=${id}`,
    '/gallery',
    '/',
  ].map((path) => async () => (await fetch(gateway + path, { signal: AbortSignal.timeout(LIMIT_MS) })).text());

/** How long until all of them say it, milliseconds; each is asked over and over, so that it is kept ready. */
const allSay = async (all: (() => Promise<string>)[], price: string): Promise<number> => {
  const began = performance.now();
  const times = await Promise.all(
    all.map(async (read) => {
      while (!(await read()).includes(price)) {
        if (performance.now() - began > LIMIT_MS) return Number.POSITIVE_INFINITY;
        await sleep(POLL_MS);
      }
      return performance.now() - began;
    }),
  );
  return Math.max(...times);
};

/** From the owner's change to every public read that shows it; and where nobody is told of it. */
export const fresh: Measurement = async ({ shop, say, geodes }) => {
  await shop.have(geodes, say);
  const owner = await Owner.signIn(shop.gateway, shop.shop.adminPin);
  const stone = await owner.call<Geode>('POST', '/api/admin/geodes', {
    title: 'Freshwater Quartz',
    description: 'A stone whose price changes.',
    price: '100.00',
    size: '3.5 inches',
    location: 'Keokuk, Iowa',
    crystalType: 'Quartz',
    quantity: 1,
    imageUrl: '/objects/bench.webp',
  });
  await owner.call('PATCH', `/api/admin/geodes/${stone.id}/featured`, { isFeatured: true });
  const all = reads(shop.gateway, stone.id, 'freshwater');
  await allSay(all, '100.00');
  const told: number[] = [];
  for (let write = 1; write <= WRITES; write += 1) {
    const price = `${200 + write}.37`;
    const began = performance.now();
    const [shown] = await Promise.all([
      allSay(all, price),
      owner.call('PUT', `/api/admin/geodes/${stone.id}`, { price }),
    ]);
    told.push(Number.isFinite(shown) ? performance.now() - began : shown);
  }
  const lost = allSay(all, '555.37');
  await onDatabase(shop.catalog, (client) =>
    client.query('UPDATE geode SET price_cents = 55537, updated_at = now() WHERE id = $1', [stone.id]),
  );
  const lostMs = await lost;
  say(`  a price is seen after ${ms(Math.max(...told))} at most; without an event after ${seconds(lostMs)}`);
  return {
    rows: [
      {
        work: 'admin write → every public read shows it',
        target: 'under 1 s, always',
        measured: ms(Math.max(...told)),
        beside: `the slowest of ${WRITES} writes and ${all.length} reads; median ${ms(median(told))}`,
        misses: Math.max(...told) >= TOLD_MS,
      },
      {
        work: 'the same where the event is lost',
        target: 'under 15 s',
        measured: seconds(lostMs),
        beside: 'a change in the database that no event tells of',
        misses: lostMs >= LOST_MS,
      },
    ],
    wrong: [],
  };
};
