import { isOutcome } from '../actors/answers.js';
import { openHolds, openWork } from '../data/run-data.js';
import { HOLD_MS } from '../actors/holding.js';
import { calm } from '../faults.js';
import { ProcessRun } from '../schedule/process-run.js';
import type { World } from './world.js';

/** The shop promises to settle by itself within two minutes from the end of the last fault. */
const TIMEOUT_MS = 120_000;
/** How often the rounds of the services come here: never more often than they really do. */
const ROUND_MS = 2_000;
const SWEEP_INTERVAL_MS = 6_000;
const RECONCILE_INTERVAL_MS = 30_000;
/** The two minutes after a decline, and by how much the database's clock may be wrong. */
const MAX_EXTRA_MS = 150_000;

/** Nothing goes wrong any more: everybody runs, everything arrives, and the shop has two minutes. */
export const settle = async (world: World): Promise<void> => {
  const { scheduler, shop, site, around } = world;
  makeCalm(world);
  const end = scheduler.now + TIMEOUT_MS;
  let sweepAt = scheduler.now;
  let reconcileAt = scheduler.now + RECONCILE_INTERVAL_MS;
  for (let round = 0; ; round += 1) {
    await drain(world);
    const open = await openWork(site);
    if (world.shopping === 0 && open.attempts + open.facts + open.payments === 0) break;
    if (scheduler.now >= end) return around.count('not settled in time');
    if (open.attempts > 0) for (const { recover } of shop.orders) void recover();
    if (open.facts > 0) shop.orders[round % 2]?.relay();
    if (open.payments > 0 && scheduler.now >= sweepAt) {
      sweepAt = scheduler.now + SWEEP_INTERVAL_MS;
      void shop.payments[round % 2]?.sweep();
    }
    if (scheduler.now >= reconcileAt) {
      reconcileAt = scheduler.now + RECONCILE_INTERVAL_MS;
      void shop.payments[round % 2]?.reconcile('recent');
    }
    await drain(world);
    await passUntil(world, scheduler.now + ROUND_MS);
  }
  await compareTwice(world);
  await askOnceMore(world);
  await endHolds(world);
};

/** Holds that nobody asks for any more end by themselves; after a decline they have two minutes, whatever they had. */
const endHolds = async (world: World): Promise<void> => {
  const { site, shop, scheduler } = world;
  if ((await openHolds(site)).length === 0) return;
  scheduler.pass(HOLD_MS + MAX_EXTRA_MS);
  await drain(world);
  for (const { endHolds: look } of shop.catalog) void look();
  await drain(world);
};

/** The first round may find another one under way, which waits for an answer of Square that was lost before the calm. */
const compareTwice = async (world: World): Promise<void> => {
  for (const payments of world.shop.payments.slice(0, 2)) {
    void payments.reconcile('recent');
    await drain(world);
    await passUntil(world, world.scheduler.now + RECONCILE_INTERVAL_MS);
  }
  await drain(world);
};

const makeCalm = ({ shop, around, weather, scheduler }: World): void => {
  scheduler.note('*** from here on nothing goes wrong');
  calm(weather);
  around.isClosing = true;
  around.outages.clear();
  scheduler.hurry();
  for (const life of shop.lifes) Object.assign(life, { paused: false, wallSkewMs: 0 });
  for (const slot of shop.empty) shop.start(slot);
};

/** Lets everything happen that can happen now. */
const drain = async ({ scheduler }: World): Promise<void> => {
  do await scheduler.quiet();
  while (scheduler.takeOne());
};

const passUntil = async (world: World, time: number): Promise<void> => {
  const { scheduler } = world;
  while (scheduler.now < time) {
    scheduler.pass(Math.min(scheduler.untilNextTimer ?? ROUND_MS, time - scheduler.now));
    await drain(world);
  }
};

/** Whoever sends his key again is told how it ended. */
const askOnceMore = async (world: World): Promise<void> => {
  const { scenario, answers, site, web, around } = world;
  const { rows } = await site.databases.orders.admin.query<{ key: string }>('SELECT key FROM checkout_attempt');
  const known = new Set(rows.map(({ key }) => key));
  for (const { key, body } of scenario.buyers.flatMap(({ wishes }) => wishes)) {
    const asked = answers.find((answer) => answer.key === key);
    if (!asked || !known.has(key)) continue;
    void web.order(new ProcessRun('somebody'), key, { ...body, paymentToken: 'cnon:ok-never-needed' }).then((told) => {
      answers.push({ ...asked, told });
      if (!isOutcome(told))
        around.violation(`${around.names.of(asked.orderId)} is over, and asking tells ${told.status}`);
    });
    await drain(world);
  }
};
