import type { Hold, OrderLine } from '@geodes/contracts';
import { Random } from '@geodes/testing';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';
import { virtualClock } from '../schedule/virtual-clock.js';
import type { Web } from './web.js';

/** What a buyer does with a hold before and after he orders. */
export interface HoldPlan {
  browserId: string;
  /** The order names the hold; else it comes with the browser's cookie alone. */
  isNamed: boolean;
  /** Asks twice at once, as two tabs do. */
  isTwice: boolean;
  /** Leaves the page, and comes back or not. */
  leaves: 'no' | 'for good' | 'and comes back';
  endsAfterwards: boolean;
  /** Types his card for so long. */
  pauseMs: number;
}

/** How long a hold lasts here: about as long as what else takes time. */
export const HOLD_MS = 60_000;
const LEFT_FOR_SECONDS = 10;
/** In so many interleavings buyers hold before they order; in the others everything is as without holds. */
const WITH_HOLDS = 0.35;
/** Apart from the seed of everything else, so that an interleaving without holds stays as it is. */
const APART = 7_000_003;

/** Undefined in each place where a buyer just orders. */
export const drawHolding = (seed: number, buyers: number): (HoldPlan | undefined)[] => {
  const random = new Random(seed + APART);
  const isWith = random.chance(WITH_HOLDS);
  return Array.from({ length: buyers }, () => (isWith && random.chance(0.7) ? drawPlan(random) : undefined));
};

const drawPlan = (random: Random): HoldPlan => ({
  browserId: random.uuid(),
  isNamed: random.chance(0.5),
  isTwice: random.chance(0.2),
  leaves: random.pick(['no', 'no', 'no', 'for good', 'and comes back'] as const),
  endsAfterwards: random.chance(0.4),
  pauseMs: random.pick([0, 0, 2_000, 15_000, HOLD_MS - 500, HOLD_MS + 5_000]),
});

/** Has the stones held and types the card; the hold, where the shop said that there is one. */
export const hold = async (
  { browserId, isTwice, leaves, pauseMs }: HoldPlan,
  items: OrderLine[],
  life: ProcessRun,
  around: RunContext,
  web: Web,
): Promise<Hold | undefined> => {
  const request = { browserId, items, addressKey: null };
  const asked = [web.ask(life, 'catalog.take-hold', request)];
  if (isTwice) asked.push(web.ask(life, 'catalog.take-hold', request));
  const held = (await Promise.all(asked)).findLast((reply) => reply !== undefined) as Hold | undefined;
  if (held && leaves !== 'no') await endHold({ browserId }, held, life, web, LEFT_FOR_SECONDS);
  if (leaves === 'and comes back') await web.ask(life, 'catalog.current-hold', { browserId });
  await virtualClock(around.scheduler, life).sleep(pauseMs);
  return held;
};

export const endHold = async (
  { browserId }: Pick<HoldPlan, 'browserId'>,
  { holdId }: Hold,
  life: ProcessRun,
  web: Web,
  afterSeconds?: number,
): Promise<void> => {
  const after = afterSeconds === undefined ? {} : { afterSeconds };
  await web.ask(life, 'catalog.end-hold', { browserId, holdId, ...after });
};
