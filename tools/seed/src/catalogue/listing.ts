import { v5 as uuidV5 } from 'uuid';
import type { Category, ImportedGeode, Tier } from '@geodes/contracts';
import type { Mineral } from '../art/minerals.js';
import { random, type Random } from '../art/random.js';
import { habitOf, type Habit } from '../art/specimen.js';
import type { View } from '../art/views.js';
import * as texts from './listing-text.js';

/** Arbitrary but fixed, so that demo geodes keep their ids. */
const NAMESPACE = '6f1d6e0a-6c3e-5b8e-9d0e-8b1f7a4c2d35';
const DAY_MS = 24 * 60 * 60_000;
/** Maximum time between two listings, and maximum span of all. */
const STEP_MS = 0.7 * DAY_MS;
const SPAN_MS = 540 * DAY_MS;

/** Number of drawn designs; a larger catalogue repeats their pictures. */
export const DESIGNS = 48;

interface Drawn {
  /** Seed of its pictures. */
  seed: string;
  crystalType: string;
}

interface SingleGeode extends Drawn {
  category: Extract<Category, 'individual'>;
  mineral: Mineral;
  habit: Habit;
  /** Both halves of one geode. */
  pair: boolean;
  /** In the order of the pictures. */
  views: View[];
}

interface Pack extends Drawn {
  category: Exclude<Category, 'individual'>;
}

export type Design = SingleGeode | Pack;

export type Listing = Omit<ImportedGeode, 'imageUrl' | 'imageUrls'> & { design: Design };

/** Returns the stable id of a demo geode or showcase item. */
export const demoId = (name: string | number): string => uuidV5(`demo/${name}`, NAMESPACE);

/**
 * Returns the first `count` listings, newest first. A longer catalogue begins with the listings of a shorter one, except
 * for their dates. `until` is the date of the newest, ms since 1970.
 */
export function listings(count: number, until: number): Listing[] {
  const next = inTurn();
  const step = Math.min(STEP_MS, SPAN_MS / count);
  return Array.from({ length: count }, (_, n) => {
    const r = random(`listing/${n}`);
    const design = designOf(n);
    const createdAt = new Date(until - (n + 0.2 + r.range(0, 0.7)) * step).toISOString();
    const common = {
      id: demoId(n),
      origin: 'demo',
      createdAt,
      quantity: 1,
      location: locationOf(n, r),
      design,
    } as const;
    const { category, crystalType } = design;
    const written = design.category === 'individual' ? geodeListing(n, design, r, next) : packListing(design, r, next);
    return { ...common, ...written, category, crystalType, isFeatured: FEATURED.has(n) };
  });
}

/** Kinds of twelve consecutive listings, repeated, so that every gallery page mixes them. */
const SEQUENCE: (Mineral | 'pack')[] = [
  'amethyst',
  'quartz',
  'calcite',
  'chalcedony',
  'quartz',
  'pyrite',
  'amethyst',
  'calcite',
  'quartz',
  'pack',
  'chalcedony',
  'quartz',
];

const named = (mineral: Mineral) => mineral.charAt(0).toUpperCase() + mineral.slice(1);

/** Returns the design of listing `n` (from 0). */
function designOf(n: number): Design {
  const design = n % DESIGNS;
  const seed = `demo-${design}`;
  const kind = SEQUENCE[n % SEQUENCE.length] ?? 'quartz';
  if (kind === 'pack') {
    const category = n % (SEQUENCE.length * 2) < SEQUENCE.length ? 'gift-box' : 'mystery-pack';
    return { category, crystalType: 'Quartz', seed };
  }
  const pair = design % 8 === 4;
  const views: View[] = pair
    ? ['halves', 'face', 'macro', 'rind']
    : design % 5 === 3
      ? ['turned', 'face', 'macro', 'rind']
      : ['face', 'turned', 'macro', 'rind'];
  const habit = habitOf(seed, kind);
  return { category: 'individual', mineral: kind, crystalType: named(kind), seed, habit, pair, views };
}

/** Featured listings, chosen by eye from different kinds. */
const FEATURED = new Set([0, 1, 5, 7, 12, 25, 42, 46]);

/** Midwestern places outside the two towns; the shop calls these special. */
const ELSEWHERE = ['Warsaw, Illinois', 'Niota, Illinois', 'Wayland, Missouri', 'Lawrence County, Indiana'];

function locationOf(n: number, r: Random): string {
  if (n % 11 === 6) return r.pick(ELSEWHERE);
  return r.next() < 0.58 ? 'Keokuk, Iowa' : 'Hamilton, Illinois';
}

type Next = (list: readonly string[], name: string) => string;

/** Returns each text of a list once before it repeats any; a repeated title gets the number of the round. */
function inTurn(): Next {
  const uses = new Map<string, number>();
  return (list, name) => {
    const n = uses.get(name) ?? 0;
    uses.set(name, n + 1);
    const text = list[n % list.length] ?? '';
    const round = Math.floor(n / list.length);
    return round > 0 && name.startsWith('title') ? `${text} No. ${round + 1}` : text;
  };
}

function geodeListing(n: number, { mineral, habit, pair }: SingleGeode, r: Random, next: Next) {
  const inches = inchesOf(n);
  const tier = tierOf(n);
  const { variety, palette, fortified, eyes, sawn } = habit;
  const sentences = [next(texts.CRYSTALS[variety], `crystals ${variety}`)];
  if (eyes > 0 && r.next() < 0.6) sentences.push(next(texts.EYES, 'eyes'));
  else if (fortified > 0.2 && r.next() < 0.6) sentences.push(next(texts.FORTIFIED, 'fortified'));
  else sentences.push(next(texts.WALLS[palette], `wall ${palette}`));
  if (pair) sentences.push(next(texts.PAIRED, 'paired'));
  else if (r.next() < 0.62) sentences.push(sawn ? next(texts.SAWN, 'sawn') : next(texts.BROKEN, 'broken'));
  if (tier === 'S') sentences.push(next(texts.FINEST, 'finest'));
  else if (inches < 2.5 && r.next() < 0.6) sentences.push(next(texts.PALM, 'palm'));
  else if (inches > 7 && r.next() < 0.7) sentences.push(next(texts.GRAND, 'grand'));
  const title = next(texts.TITLES[variety], `title ${variety}`);
  return {
    title: pair ? `${title}, Matched Halves` : title,
    description: sentences.join(' '),
    price: priceOf(mineral, inches, tier, pair, r),
    size: sizeText(inches, r),
    tier,
  };
}

function packListing({ category }: Pack, r: Random, next: Next) {
  const gift = category === 'gift-box';
  const offers = gift ? texts.GIFT_BOXES : texts.MYSTERY_PACKS;
  const titles = offers.map((offer) => offer.title);
  const title = next(titles, `title ${category}`);
  const { text } = offers.find((offer) => title.startsWith(offer.title)) ?? { text: '' };
  const price = rounded(gift ? r.range(95, 165) : r.range(34, 62));
  const size = gift ? 'Six stones, 1.5 to 2.5 inches' : 'Four stones, 2 to 3.5 inches';
  return { title, description: text, price, size, tier: '' as const };
}

/** Price in dollars of a one-inch geode without a tier. */
const BASE: Record<Mineral, number> = { quartz: 7, amethyst: 11, calcite: 9, chalcedony: 8, pyrite: 10 };
const WORTH: Record<Tier, number> = { S: 3, A: 1.45, B: 1.05, C: 0.8, '': 0.72 };

const SMALLEST = 1.75;
const LARGEST = 9.5;

/** Returns member `n` of an additive recurrence, which fills 0 to 1 evenly at any length. */
const spread = (n: number, start: number, step: number) => (start + n * step) % 1;

/** Returns the longest side in inches, rounded to a quarter; sizes are evenly spread on a logarithmic scale. */
const inchesOf = (n: number): number => Math.round(4 * SMALLEST * (LARGEST / SMALLEST) ** spread(n, 0.5, 0.618034)) / 4;

function tierOf(n: number): Tier {
  const rank = spread(n, 0.3, 0.754878);
  return rank < 0.08 ? 'S' : rank < 0.3 ? 'A' : rank < 0.6 ? 'B' : rank < 0.82 ? 'C' : '';
}

/** Returns a price in dollars with two decimals, at least 12. */
function priceOf(mineral: Mineral, inches: number, tier: Tier, pair: boolean, r: Random): string {
  const worth = BASE[mineral] * inches ** 1.45 * WORTH[tier] * (pair ? 1.25 : 1) * r.range(0.92, 1.12);
  return rounded(Math.max(12, worth));
}

/** Rounds to a usual price and formats it with two decimals. */
function rounded(dollars: number): string {
  const step = dollars < 30 ? 0.5 : dollars < 100 ? 1 : 5;
  return (Math.round(dollars / step) * step).toFixed(2);
}

const HALVES = ['', ' 1/4', ' 1/2', ' 3/4'];

/** Writes the size in one of several usual forms. The largest number is the longest side. */
function sizeText(inches: number, r: Random): string {
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
