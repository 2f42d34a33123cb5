import { type CreateOrderBody, dollars, firstOrderDiscount } from '@geodes/contracts';
import { demoBuyer, Random } from '@geodes/testing';

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

export interface ScenarioGeode {
  id: string;
  name: string;
  priceCents: number;
  units: number;
}

/** One Idempotency-Key of a buyer and the request sent under it. */
export interface OrderRequest {
  key: string;
  body: CreateOrderBody;
  /** Sends the request twice at once, as a double click does. */
  doubleClick: boolean;
  /** How often the buyer repeats the request while the outcome is unknown. */
  repeats: number;
  pauseMs: number;
  /** Sends another body under the same key. */
  changesMind: boolean;
}

export interface BuyerPlan {
  name: string;
  startsAfterMs: number;
  /** Undefined when the buyer orders without a hold. */
  holdPlan: HoldPlan | undefined;
  requests: OrderRequest[];
}

export interface Scenario {
  geodes: ScenarioGeode[];
  buyers: BuyerPlan[];
}

/** A hold lasts about as long as the other delays of a run, so that it may expire during any of them. */
export const HOLD_MS = 60_000;
/** Share of the seeds in which buyers hold geodes before they order. */
const HOLDS_SHARE = 0.35;
/** Separates the random stream of holds, so that seeds without holds keep their schedules. */
const SEED_OFFSET = 7_000_003;
const EMAILS = ['ada@example.com', 'ben@example.com'];

/** Draws the buyers and their orders: few geodes and several buyers, so that orders conflict. */
export const drawScenario = (seed: number, random: Random): Scenario => {
  const geodes = Array.from({ length: random.pick([1, 1, 2, 3, 3]) }, (_, index) => ({
    id: random.uuid(),
    // names are part of step labels, which order the steps: another name gives every seed another schedule
    name: `stone ${index + 1}`,
    priceCents: random.pick([12_905, 4_995, 101, 20_000]),
    units: random.chance(0.15) ? 2 : 1,
  }));
  const emails = EMAILS.slice(0, random.chance(0.5) ? 1 : 2);
  const tokens = { made: 0 };
  const count = random.pick([1, 2, 2, 3, 3]);
  const holdPlan = drawHoldPlans(seed, count);
  const buyers = Array.from({ length: count }, (_, index) => {
    const name = `buyer ${'ABC'[index]}`;
    const requests = Array.from({ length: random.pick([1, 1, 2]) }, (_unused, number) => ({
      key: `${seed}-${name}-${number + 1}`,
      body: drawBody(random, geodes, random.pick(emails), tokens),
      doubleClick: random.chance(0.2),
      repeats: random.pick([0, 1, 2, 3]),
      pauseMs: random.pick([0, 100, 3_000, 12_000, 40_000]),
      changesMind: random.chance(0.05),
    }));
    const startsAfterMs = random.chance(0.7) ? 0 : random.between(0, 15_000);
    return { name, startsAfterMs, holdPlan: holdPlan[index], requests };
  });
  return { geodes, buyers };
};

const drawBody = (
  random: Random,
  geodes: ScenarioGeode[],
  email: string,
  tokens: { made: number },
): CreateOrderBody => {
  const first = random.below(geodes.length);
  const wanted = random.chance(0.4) ? [first, (first + 1) % geodes.length] : [first];
  const items = [...new Set(wanted)].flatMap((index) => geodes[index] ?? []);
  const subtotal = items.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const discount = firstOrderDiscount(subtotal);
  const expected = random.pick([...Array<undefined>(6), discount, discount, 0, -1]);
  return {
    items: items.map(({ id }) => ({ geodeId: id, quantity: 1 })),
    paymentToken: nextToken(random, tokens),
    buyerDetails: demoBuyer(email),
    ...(expected === undefined ? {} : { expectedTotal: dollars(subtotal - expected) }),
  };
};

/** Returns a card token, which Square declines if it contains `declined`. A few repeat, which Square refuses. */
const nextToken = (random: Random, tokens: { made: number }): string => {
  if (tokens.made === 0 || !random.chance(0.05)) tokens.made += 1;
  return `cnon:${random.chance(0.12) ? 'declined' : 'ok'}-${tokens.made}`;
};

/** Draws one plan for each buyer; undefined for a buyer who orders without a hold. */
const drawHoldPlans = (seed: number, buyers: number): (HoldPlan | undefined)[] => {
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
