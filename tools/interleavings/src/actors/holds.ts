import type { Hold, OrderLine } from '@geodes/contracts';
import { Random } from '@geodes/testing';
import type { RunContext } from '../simulation/run-context.js';
import { type ProcessRun, virtualClock } from '../simulation/scheduler.js';
import type { Web } from './web.js';

/** What a buyer does with a hold before and after ordering. */
export interface HoldPlan {
  browserId: string;
  /** True: the order names the hold. False: only the browser's cookie identifies it. */
  isNamed: boolean;
  /** Sends the request twice at once, as two tabs do. */
  isTwice: boolean;
  /** Whether the buyer leaves the page, and whether they return. */
  leaves: 'no' | 'for good' | 'and comes back';
  endsAfterwards: boolean;
  /** Time to type the card. */
  pauseMs: number;
}

/** A hold lasts about as long as the other delays of a run, so that it may expire during any of them. */
export const HOLD_MS = 60_000;
const ABSENT_SECONDS = 10;
/** Share of the seeds in which buyers hold geodes before they order. */
const HOLDS_SHARE = 0.35;
/** Separates the random stream of holds, so that seeds without holds keep their schedules. */
const SEED_OFFSET = 7_000_003;

/** Draws one plan for each buyer; undefined for a buyer who orders without a hold. */
export const drawHoldPlans = (seed: number, buyers: number): (HoldPlan | undefined)[] => {
  const random = new Random(seed + SEED_OFFSET);
  const hasHolds = random.chance(HOLDS_SHARE);
  return Array.from({ length: buyers }, () => (hasHolds && random.chance(0.7) ? drawPlan(random) : undefined));
};

const drawPlan = (random: Random): HoldPlan => ({
  browserId: random.uuid(),
  isNamed: random.chance(0.5),
  isTwice: random.chance(0.2),
  leaves: random.pick(['no', 'no', 'no', 'for good', 'and comes back'] as const),
  endsAfterwards: random.chance(0.4),
  pauseMs: random.pick([0, 0, 2_000, 15_000, HOLD_MS - 500, HOLD_MS + 5_000]),
});

/** Holds the geodes and waits while the buyer types the card. Returns the hold if the shop granted one. */
export const hold = async (
  { browserId, isTwice, leaves, pauseMs }: HoldPlan,
  items: OrderLine[],
  run: ProcessRun,
  context: RunContext,
  web: Web,
): Promise<Hold | undefined> => {
  const request = { browserId, items, network: null };
  const requests = [web.ask(run, 'catalog.take-hold', request)];
  if (isTwice) requests.push(web.ask(run, 'catalog.take-hold', request));
  const held = (await Promise.all(requests)).findLast((reply) => reply !== undefined) as Hold | undefined;
  if (held && leaves !== 'no') await endHold({ browserId }, held, run, web, ABSENT_SECONDS);
  if (leaves === 'and comes back') await web.ask(run, 'catalog.current-hold', { browserId });
  await virtualClock(context.scheduler, run).sleep(pauseMs);
  return held;
};

export const endHold = async (
  { browserId }: Pick<HoldPlan, 'browserId'>,
  { holdId }: Hold,
  run: ProcessRun,
  web: Web,
  afterSeconds?: number,
): Promise<void> => {
  const after = afterSeconds === undefined ? {} : { afterSeconds };
  await web.ask(run, 'catalog.end-hold', { browserId, holdId, ...after });
};
