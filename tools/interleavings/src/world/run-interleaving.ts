import { createHash } from 'node:crypto';
import { orderKey } from '@geodes/gateway/dist/orders/place-order.js';
import { Random } from '@geodes/testing';
import { type Answer, orderIdOf } from '../actors/answers.js';
import { buy } from '../actors/buyer.js';
import { Owner } from '../actors/owner.js';
import { drawScenario, type Scenario } from '../actors/scenario.js';
import { Web } from '../actors/web.js';
import { readRunData } from '../data/run-data.js';
import { brokenInvariants, captures } from '../data/invariants.js';
import { drawFaultProfile, LATE_MS } from '../faults.js';
import { ProcessRun } from '../schedule/process-run.js';
import { Names } from '../schedule/names.js';
import { BEGINNING, Scheduler } from '../schedule/scheduler.js';
import type { RunContext } from '../schedule/run-context.js';
import { setCurrent } from '../schedule/patch-builtins.js';
import type { Mutation } from '../shop/mutation.js';
import { Shop } from '../shop/shop.js';
import type { Site } from '../shop/slots.js';
import { EnvironmentEvents } from './environment-events.js';
import { settle } from './settle.js';
import { SafetyChecks } from './safety-checks.js';
import type { World } from './world.js';

const MAX_STEPS = 1_500;
const MAX_VIRTUAL_MS = 40 * 60_000;
/** Steps in which things still go wrong after the last buyer is done. */
const AFTERMATH = 120;

/** What came of one interleaving. */
export interface Report {
  seed: number;
  /** In words; empty where every invariant held. */
  violations: string[];
  /** One line a step. */
  schedule: string[];
  /** The same for the same schedule. */
  fingerprint: string;
  steps: number;
  virtualMs: number;
  /** How often what happened. */
  counts: Record<string, number>;
}

/** Runs one interleaving from its beginning until the shop has settled, and looks whether all is as it must be. */
export const runInterleaving = async (seed: number, site: Site, mutation: Mutation): Promise<Report> => {
  const random = new Random(seed);
  const scheduler = new Scheduler(random, random.pick([0, 3, 8]));
  const scenario = drawScenario(seed, random);
  const violations: string[] = [];
  const counts: Record<string, number> = {};
  const weather = drawFaultProfile(random);
  if (scenario.buyers.some(({ holding }) => holding)) weather.rhythm.holds = 0.02;
  const around: RunContext = {
    scheduler,
    random,
    names: namesOf(scenario),
    faults: weather.rates,
    outages: new Set(),
    isClosing: false,
    send: (label, owner, run, lateToo = 0) => {
      if (!random.chance(Math.max(weather.rates.late, lateToo))) return void scheduler.add(label, owner, run);
      around.count('something that is late');
      scheduler.addTimer(`${label} (late)`, owner, random.pick(LATE_MS), run, true);
    },
    count: (what) => void (counts[what] = (counts[what] ?? 0) + 1),
    violation: (what) => {
      scheduler.note(`!!! ${what}`);
      violations.push(what);
    },
  };
  setCurrent({ scheduler, random });
  try {
    const shop = await Shop.open(site, around, mutation, scenario.stones);
    const web = new Web(around, shop.network, () => shop.gateways);
    shop.onGatewayEnd = (life) => web.reset(life);
    const answers: Answer[] = [];
    const shopping = scenario.buyers.length;
    const world: World = { site, random, scheduler, around, weather, scenario, shop, web, answers, shopping };
    await livesThrough(world);
    await settle(world);
    const books = { ...(await readRunData(site, scheduler.now, shop.square.ledger.payments)), answers };
    violations.push(...brokenInvariants(books, (id) => around.names.of(id), scenario.stones));
    for (const { status } of books.ledger) around.count(`payments ${status} at Square`);
    for (const { times } of captures(books.ledger))
      around.count(times === 1 ? 'orders with one capture' : 'orders with more than one capture');
    for (const { state } of books.shop.orders.attempts) around.count(`checkouts ${state}`);
    for (const { state } of books.shop.payments.payments) around.count(`payments ${state}`);
    for (const { told } of answers) around.count(`told ${told.status}${'code' in told ? ` ${told.code}` : ''}`);
    await shop.close();
  } catch (error) {
    violations.push(`the interleaving itself failed: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    setCurrent(undefined);
  }
  const { log, steps, now } = scheduler;
  const fingerprint = createHash('sha256').update(log.join('\n')).digest('hex').slice(0, 16);
  return { seed, violations, schedule: log, fingerprint, steps, virtualMs: now - BEGINNING, counts };
};

/** The part in which things go wrong. */
const livesThrough = async (world: World): Promise<void> => {
  const { site, scheduler, around, shop, scenario, web, random, answers } = world;
  const witness = new SafetyChecks(site, around, shop);
  const heard = (answer: Answer) => {
    answers.push(answer);
    witness.hears(answer);
  };
  for (const plan of scenario.buyers)
    void buy(plan, new ProcessRun(plan.name), around, web, heard).finally(() => (world.shopping -= 1));
  const owner = new Owner(
    new ProcessRun('owner'),
    around,
    shop.network,
    () => answers.flatMap((answer) => Array<string>(answer.told.status === 201 ? 5 : 1).fill(orderIdOf(answer))),
    scenario.stones.map(({ id }) => id),
  );
  const happenings = new EnvironmentEvents(world, owner);
  const impatience = random.pick([0.003, 0.02, 0.1]);
  for (let left = random.below(AFTERMATH); left >= 0 && scheduler.steps < MAX_STEPS;) {
    await scheduler.quiet();
    if (scheduler.now - BEGINNING > MAX_VIRTUAL_MS) break;
    if (world.shopping === 0) left -= 1;
    if (await happenings.maybe()) continue;
    const next = scheduler.untilNextTimer;
    if (next !== undefined && next > 0 && (!scheduler.hasPossible || random.chance(impatience))) scheduler.pass(next);
    else if (!scheduler.takeOne()) happenings.wakeSomebody();
  }
  await scheduler.quiet();
};

const namesOf = ({ stones, buyers }: Scenario): Names => {
  const names = new Names();
  for (const { id, name } of stones) names.give(id, name);
  for (const { name, wishes } of buyers)
    wishes.forEach(({ key }, index) => names.give(orderKey(key).orderId, `order ${name.at(-1)}${index + 1}`));
  return names;
};
