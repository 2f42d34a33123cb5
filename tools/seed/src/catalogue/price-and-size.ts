import type { Tier } from '@geodes/contracts';
import type { Mineral } from '../art/minerals.js';
import type { Random } from '../art/random.js';

/** Price in dollars of a one-inch geode without a tier. */
const BASE: Record<Mineral, number> = { quartz: 7, amethyst: 11, calcite: 9, chalcedony: 8, pyrite: 10 };
const WORTH: Record<Tier, number> = { S: 3, A: 1.45, B: 1.05, C: 0.8, '': 0.72 };

const SMALLEST = 1.75;
const LARGEST = 9.5;

/** Returns member `n` of an additive recurrence, which fills 0 to 1 evenly at any length. */
const spread = (n: number, start: number, step: number) => (start + n * step) % 1;

/** Returns the longest side in inches, rounded to a quarter; sizes are evenly spread on a logarithmic scale. */
export const inchesOf = (n: number): number =>
  Math.round(4 * SMALLEST * (LARGEST / SMALLEST) ** spread(n, 0.5, 0.618034)) / 4;

export function tierOf(n: number): Tier {
  const rank = spread(n, 0.3, 0.754878);
  return rank < 0.08 ? 'S' : rank < 0.3 ? 'A' : rank < 0.6 ? 'B' : rank < 0.82 ? 'C' : '';
}

/** Returns a price in dollars with two decimals, at least 12. */
export function priceOf(mineral: Mineral, inches: number, tier: Tier, pair: boolean, r: Random): string {
  const worth = BASE[mineral] * inches ** 1.45 * WORTH[tier] * (pair ? 1.25 : 1) * r.range(0.92, 1.12);
  return rounded(Math.max(12, worth));
}

/** Rounds to a usual price and formats it with two decimals. */
export function rounded(dollars: number): string {
  const step = dollars < 30 ? 0.5 : dollars < 100 ? 1 : 5;
  return (Math.round(dollars / step) * step).toFixed(2);
}

const HALVES = ['', ' 1/4', ' 1/2', ' 3/4'];

/** Writes the size in one of several usual forms. The largest number is the longest side. */
export function sizeText(inches: number, r: Random): string {
  const quarter = (x: number) => Math.max(1, Math.round(x * 4) / 4);
  const second = quarter(inches * r.range(0.72, 0.95));
  const third = quarter(second * r.range(0.55, 0.85));
  const fraction = `${Math.floor(inches)}${HALVES[(inches % 1) * 4] ?? ''}`;
  return r.pick([
    `${inches} inches`,
    `${inches} x ${second} inches`,
    `${inches} in across`,
    `${fraction} inches`,
    `${inches} x ${second} x ${third} inches`,
    `${inches}"`,
    `${fraction} in wide`,
  ]);
}
