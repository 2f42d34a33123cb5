import { isOutcome } from '../actors/web.js';
import { HOLD_MS } from '../actors/scenario.js';
import { stopFaults } from './faults.js';
import { openHolds, openWork } from './run-data.js';
import { ProcessRun } from './scheduler.js';
import type { World } from './run-context.js';

/** The shop must settle without help within two minutes after the last fault. */
const TIMEOUT_MS = 120_000;
/** Intervals of the periodic tasks; none is shorter than in production. */
const TASK_INTERVAL_MS = 2_000;
const SWEEP_INTERVAL_MS = 6_000;
const RECONCILE_INTERVAL_MS = 30_000;
/** Covers the two minutes after a decline and the largest error of the database's clock. */
const HOLD_MARGIN_MS = 150_000;

/** Ends all faults and runs the shop until nothing is open, for two minutes at most. */
export const settle = async (world: World): Promise<void> => {
  const { scheduler, shop, testBed, context } = world;
  endFaults(world);
  const end = scheduler.now + TIMEOUT_MS;
  let sweepAt = scheduler.now;
  let reconcileAt = scheduler.now + RECONCILE_INTERVAL_MS;
  for (let round = 0; ; round += 1) {
    await drain(world);
    const open = await openWork(testBed);
    const isOpen = open.attempts + open.events + open.payments + open.refunds > 0;
    if (!isOpen && world.activeBuyers === 0 && !world.owner.isWaiting) break;
    if (scheduler.now >= end) return context.count('not settled in time');
    if (open.attempts > 0) for (const { recover } of shop.orders) void recover();
    if (open.events > 0) void shop.orders[round % 2]?.relay();
    if (open.refunds > 0) void shop.orders[round % 2]?.refund();
    if (open.payments > 0 && scheduler.now >= sweepAt) {
      sweepAt = scheduler.now + SWEEP_INTERVAL_MS;
      void shop.payments[round % 2]?.sweep();
    }
    if (scheduler.now >= reconcileAt) {
      reconcileAt = scheduler.now + RECONCILE_INTERVAL_MS;
      void shop.payments[round % 2]?.reconcile('recent');
      syncRefunds(world, round % 2);
    }
    await drain(world);
    await passUntil(world, scheduler.now + TASK_INTERVAL_MS);
  }
  await reconcileTwice(world);
  syncRefunds(world, 0);
  syncRefunds(world, 1);
  await drain(world);
  await repeatKeys(world);
  await endHolds(world);
};

/** Holds expire without help. A decline extends them to two minutes from then. */
const endHolds = async (world: World): Promise<void> => {
  const { testBed, shop, scheduler } = world;
  if ((await openHolds(testBed)).length === 0) return;
  scheduler.advance(HOLD_MS + HOLD_MARGIN_MS);
  await drain(world);
  for (const catalog of shop.catalog) void catalog.endHolds();
  await drain(world);
};

/** Reconciles twice: during the first run, an earlier one may still wait for a response that was lost before. */
const reconcileTwice = async (world: World): Promise<void> => {
  for (const payments of world.shop.payments.slice(0, 2)) {
    void payments.reconcile('recent');
    await drain(world);
    await passUntil(world, world.scheduler.now + RECONCILE_INTERVAL_MS);
  }
  await drain(world);
};

/** Copies the refunds from payments to orders, if there are any. */
const syncRefunds = ({ shop }: World, index: number): void => {
  if (shop.square.ledger.refunds.all.length > 0) void shop.orders[index]?.syncRefunds();
};

const endFaults = ({ shop, context, profile, scheduler }: World): void => {
  scheduler.note('*** all faults end');
  stopFaults(profile);
  context.isClosing = true;
  context.outages.clear();
  scheduler.deliverLate();
  for (const run of shop.runs) Object.assign(run, { paused: false, wallSkewMs: 0 });
  for (const slot of shop.emptySlots) shop.start(slot);
};

/** Runs all steps that can run now. */
const drain = async ({ scheduler }: World): Promise<void> => {
  do await scheduler.untilIdle();
  while (scheduler.takeStep());
};

const passUntil = async (world: World, time: number): Promise<void> => {
  const { scheduler } = world;
  while (scheduler.now < time) {
    scheduler.advance(Math.min(scheduler.untilNextTimer ?? TASK_INTERVAL_MS, time - scheduler.now));
    await drain(world);
  }
};

/** Repeats every key once: the response must name the outcome. */
const repeatKeys = async (world: World): Promise<void> => {
  const { scenario, responses, testBed, web, context } = world;
  const { rows } = await testBed.databases.orders.admin.query<{ key: string }>('SELECT key FROM checkout_attempt');
  const keys = new Set(rows.map(({ key }) => key));
  for (const { key, body } of scenario.buyers.flatMap(({ requests }) => requests)) {
    const earlier = responses.find((response) => response.key === key);
    if (!earlier || !keys.has(key)) continue;
    void web
      .order(new ProcessRun('somebody'), key, { ...body, paymentToken: 'cnon:ok-never-needed' })
      .then((response) => {
        responses.push({ ...earlier, response });
        if (!isOutcome(response))
          context.violation(
            `${context.names.of(earlier.orderId)} has ended, but its repeated key returns ${response.status}`,
          );
      });
    await drain(world);
  }
};
