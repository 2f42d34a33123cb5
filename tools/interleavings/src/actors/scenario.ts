import { type CreateOrderBody, dollars } from '@geodes/contracts';
import { firstOrderDiscount } from '@geodes/orders/dist/checkout/pricing.js';
import { demoBuyer, type Random } from '@geodes/testing';
import { drawHolding, type HoldPlan } from './holding.js';

export interface Stone {
  id: string;
  name: string;
  priceCents: number;
  units: number;
}

/** One key of a buyer and what he sends under it. */
export interface Wish {
  key: string;
  body: CreateOrderBody;
  /** Sends it twice at once, as an impatient finger does. */
  doubleClick: boolean;
  /** How often he asks again while the outcome is not known. */
  repeats: number;
  pauseMs: number;
  /** Sends something else under the same key. */
  changesMind: boolean;
}

export interface BuyerPlan {
  name: string;
  startsAfterMs: number;
  /** Undefined: he just orders. */
  holding: HoldPlan | undefined;
  wishes: Wish[];
}

export interface Scenario {
  stones: Stone[];
  buyers: BuyerPlan[];
}

const EMAILS = ['ada@example.com', 'ben@example.com'];

/** Who wants what: few stones, several buyers, so that they get into each other's way. */
export const drawScenario = (seed: number, random: Random): Scenario => {
  const stones = Array.from({ length: random.pick([1, 1, 2, 3, 3]) }, (_, index) => ({
    id: random.uuid(),
    name: `stone ${index + 1}`,
    priceCents: random.pick([12_905, 4_995, 101, 20_000]),
    units: random.chance(0.15) ? 2 : 1,
  }));
  const emails = EMAILS.slice(0, random.chance(0.5) ? 1 : 2);
  const tokens = { made: 0 };
  const count = random.pick([1, 2, 2, 3, 3]);
  const holding = drawHolding(seed, count);
  const buyers = Array.from({ length: count }, (_, index) => {
    const name = `buyer ${'ABC'[index]}`;
    const wishes = Array.from({ length: random.pick([1, 1, 2]) }, (_unused, number) => ({
      key: `${seed}-${name}-${number + 1}`,
      body: drawBody(random, stones, random.pick(emails), tokens),
      doubleClick: random.chance(0.2),
      repeats: random.pick([0, 1, 2, 3]),
      pauseMs: random.pick([0, 100, 3_000, 12_000, 40_000]),
      changesMind: random.chance(0.05),
    }));
    const startsAfterMs = random.chance(0.7) ? 0 : random.between(0, 15_000);
    return { name, startsAfterMs, holding: holding[index], wishes };
  });
  return { stones, buyers };
};

const drawBody = (random: Random, stones: Stone[], email: string, tokens: { made: number }): CreateOrderBody => {
  const first = random.below(stones.length);
  const wanted = random.chance(0.4) ? [first, (first + 1) % stones.length] : [first];
  const items = [...new Set(wanted)].flatMap((index) => stones[index] ?? []);
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

/** A card form's token; Square's decline where it says so. A few are sent twice, which Square refuses. */
export const nextToken = (random: Random, tokens: { made: number }): string => {
  if (tokens.made === 0 || !random.chance(0.05)) tokens.made += 1;
  return `cnon:${random.chance(0.12) ? 'declined' : 'ok'}-${tokens.made}`;
};
