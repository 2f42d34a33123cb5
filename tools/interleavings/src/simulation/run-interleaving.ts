import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { orderKey } from '@geodes/gateway/dist/orders/place-order.js';
import { Random } from '@geodes/testing';
import { type RecordedResponse, orderIdOf, Web } from '../actors/web.js';
import { buy } from '../actors/buyer.js';
import { Owner, type OwnerOrder } from '../actors/owner.js';
import { drawScenario, type Scenario } from '../actors/scenario.js';
import type { Mutation } from '../shop/mutations.js';
import { Shop } from '../shop/shop.js';
import type { TestBed } from '../shop/slots.js';
import { EnvironmentEvents } from './environment-events.js';
import { drawFaultProfile, LATE_MS } from './faults.js';
import { brokenInvariants, captures } from './invariants.js';
import { Names, type RunContext, type World } from './run-context.js';
import { readRunData } from './run-data.js';
import { SafetyChecks } from './safety-checks.js';
import { START_TIME, ProcessRun, Scheduler } from './scheduler.js';
import { settle } from './settle.js';

const MAX_STEPS = 1_500;
const MAX_VIRTUAL_MS = 40 * 60_000;
/** Faults continue for at most this many steps after the last buyer has finished. */
const MAX_STEPS_AFTER_BUYERS = 120;

/** The result of one run. */
export interface Report {
  seed: number;
  /** Texts; empty when every invariant held. */
  violations: string[];
  /** One line per step. */
  schedule: string[];
  steps: number;
  /** How often each event occurred. */
  counts: Record<string, number>;
}

/** The run that the patched built-ins belong to. */
let current: { scheduler: Scheduler; random: Random } | undefined;

/**
 * Lets the seed decide what the shop's code reads from Node.js directly: Math.random (jitter), randomUUID (leases, ids)
 * and the sleeps of node:timers/promises (the kit's pause before it retries a statement). Outside a run they behave as
 * usual.
 */
export const patchBuiltins = (): void => {
  const { random } = Math;
  const { randomUUID } = crypto;
  const { setTimeout: sleep } = timers;
  Math.random = () => current?.random.next() ?? random();
  crypto.randomUUID = ((options) => current?.random.uuid() ?? randomUUID(options)) as typeof randomUUID;
  timers.setTimeout = <T>(ms = 1, value?: T, options?: object): Promise<T> => {
    const { scheduler } = current ?? {};
    if (!scheduler) return sleep(ms, value, options) as Promise<T>;
    return new Promise((resolve) => scheduler.addTimer('sleep ends', null, ms, () => resolve(value as T)));
  };
  syncBuiltinESMExports();
};

/** Runs one seed until the shop has settled, and checks the invariants. Never rejects: an error is a violation. */
export const runInterleaving = async (seed: number, testBed: TestBed, mutation: Mutation): Promise<Report> => {
  const random = new Random(seed);
  const scheduler = new Scheduler(random, random.pick([0, 3, 8]));
  const scenario = drawScenario(seed, random);
  const violations: string[] = [];
  const counts: Record<string, number> = {};
  const profile = drawFaultProfile(random);
  if (scenario.buyers.some(({ holdPlan }) => holdPlan)) profile.tasks.holds = 0.02;
  const context: RunContext = {
    scheduler,
    random,
    names: nameEntities(scenario),
    faults: profile.rates,
    outages: new Set(),
    isClosing: false,
    send: (label, owner, run, lateChance = 0) => {
      if (!random.chance(Math.max(profile.rates.late, lateChance))) return scheduler.add(label, owner, run);
      context.count('a late delivery');
      scheduler.addTimer(`${label} (late)`, owner, random.pick(LATE_MS), run, true);
    },
    count: (what) => void (counts[what] = (counts[what] ?? 0) + 1),
    violation: (what) => {
      scheduler.note(`!!! ${what}`);
      violations.push(what);
    },
  };
  current = { scheduler, random };
  const closing: (() => Promise<void>)[] = [];
  try {
    const shop = await Shop.open(testBed, context, mutation, scenario.geodes);
    closing.push(() => shop.close());
    const web = new Web(context, shop.network, () => shop.gateways);
    shop.onGatewayKilled = (run) => web.reset(run);
    const responses: RecordedResponse[] = [];
    const activeBuyers = scenario.buyers.length;
    const geodeIds = scenario.geodes.map(({ id }) => id);
    const ownerOrders = () => ordersOf(scenario, responses);
    const owner = new Owner(new ProcessRun('owner'), context, shop.network, ownerOrders, geodeIds);
    const parts = { testBed, random, scheduler, context, profile, scenario, shop, web, owner };
    const world: World = { ...parts, responses, activeBuyers };
    await runFaultPhase(world);
    await settle(world);
    const refundResponses = owner.refunds;
    const data = { ...(await readRunData(testBed, scheduler.now, shop.square.ledger)), responses, refundResponses };
    violations.push(...brokenInvariants(data, (id) => context.names.of(id), scenario.geodes));
    for (const { times } of captures(data.ledger))
      context.count(times === 1 ? 'orders with one capture' : 'orders with more than one capture');
    for (const { state } of data.shop.orders.attempts) context.count(`checkouts ${state}`);
    for (const { isReturned } of data.refunds) if (isReturned) context.count('refunds with geodes on sale again');
    for (const { status } of data.refundedOrders)
      if (status === 'cancelled') context.count('orders cancelled by refunds');
    for (const { response } of responses)
      context.count(`response ${response.status}${'code' in response ? ` ${response.code}` : ''}`);
  } catch (error) {
    violations.push(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    for (const close of closing) await close();
    current = undefined;
  }
  const { log, steps } = scheduler;
  return { seed, violations, schedule: log, steps, counts };
};

/** The part of a run in which faults occur. */
const runFaultPhase = async (world: World): Promise<void> => {
  const { testBed, scheduler, context, shop, scenario, web, random, responses } = world;
  const checks = new SafetyChecks(testBed, context, shop);
  const onResponse = (response: RecordedResponse) => {
    responses.push(response);
    checks.checkResponse(response);
  };
  for (const plan of scenario.buyers)
    void buy(plan, new ProcessRun(plan.name), context, web, onResponse).finally(() => (world.activeBuyers -= 1));
  const events = new EnvironmentEvents(world);
  const skipAheadChance = random.pick([0.003, 0.02, 0.1]);
  for (let left = random.below(MAX_STEPS_AFTER_BUYERS); left >= 0 && scheduler.steps < MAX_STEPS;) {
    await scheduler.untilIdle();
    if (scheduler.now - START_TIME > MAX_VIRTUAL_MS) break;
    if (world.activeBuyers === 0) left -= 1;
    if (await events.maybeRun()) continue;
    const next = scheduler.untilNextTimer;
    if (next !== undefined && next > 0 && (!scheduler.hasReadySteps || random.chance(skipAheadChance)))
      scheduler.advance(next);
    else if (!scheduler.takeStep()) events.unblock();
  }
  await scheduler.untilIdle();
};

/** Returns the orders that the owner sees. Paid ones appear several times, so that they are picked more often. */
const ordersOf = ({ buyers }: Scenario, responses: readonly RecordedResponse[]): OwnerOrder[] => {
  const requests = buyers.flatMap((buyer) => buyer.requests);
  return responses.flatMap((each) => {
    const items = requests.find(({ key }) => key === each.key)?.body.items ?? [];
    const isPaid = each.response.status === 201;
    const order = { id: orderIdOf(each), geodeIds: items.map(({ geodeId }) => geodeId), isPaid };
    return Array<OwnerOrder>(isPaid ? 5 : 1).fill(order);
  });
};

const nameEntities = ({ geodes, buyers }: Scenario): Names => {
  const names = new Names();
  for (const { id, name } of geodes) names.give(id, name);
  for (const { name, requests } of buyers)
    requests.forEach(({ key }, index) => names.give(orderKey(key).orderId, `order ${name.at(-1)}${index + 1}`));
  return names;
};
