import { v5 as uuidV5 } from 'uuid';
import type { ImportedGeode } from '@geodes/contracts';
import { random, type Random } from '../art/random.js';
import { type Design, designOf, type Pack, type Stone } from './design.js';
import { GIFT_BOXES, MYSTERY_PACKS } from './pack-text.js';
import { placeOf } from './place.js';
import { inchesOf, priceOf, rounded, sizeText, tierOf } from './price-and-size.js';
import * as words from './listing-text.js';

/** Arbitrary but fixed: demo stones keep their ids. */
const NAMESPACE = '6f1d6e0a-6c3e-5b8e-9d0e-8b1f7a4c2d35';
const DAY_MS = 24 * 60 * 60_000;
/** Between two listings at most, and all of them at most. */
const STEP_MS = 0.7 * DAY_MS;
const SPAN_MS = 540 * DAY_MS;

export type Listing = Omit<ImportedGeode, 'imageUrl' | 'imageUrls'> & { design: Design };

/** Stable id of anything in the demo catalogue. */
export const demoId = (name: string | number): string => uuidV5(`demo/${name}`, NAMESPACE);

/**
 * The first `count` listings, newest first; the first of a longer catalogue are those of a shorter one but for their
 * dates. `until`: when the newest was listed, ms since 1970.
 */
export function listings(count: number, until: number): Listing[] {
  const next = inTurn();
  const step = Math.min(STEP_MS, SPAN_MS / count);
  return Array.from({ length: count }, (_, n) => {
    const r = random(`listing/${n}`);
    const design = designOf(n);
    const createdAt = new Date(until - (n + 0.2 + r.range(0, 0.7)) * step).toISOString();
    const common = { id: demoId(n), origin: 'demo', createdAt, quantity: 1, location: placeOf(n, r), design } as const;
    const { category, crystalType } = design;
    const written = design.category === 'individual' ? stone(n, design, r, next) : pack(design, r, next);
    return { ...common, ...written, category, crystalType, isFeatured: FEATURED.has(n) };
  });
}

/** Chosen by eye, of different kinds. */
const FEATURED = new Set([0, 1, 5, 7, 12, 25, 42, 46]);

type Next = (list: readonly string[], name: string) => string;

/** Gives each text of a list once before it gives any again; the number of the round follows a title. */
function inTurn(): Next {
  const given = new Map<string, number>();
  return (list, name) => {
    const n = given.get(name) ?? 0;
    given.set(name, n + 1);
    const text = list[n % list.length] ?? '';
    const round = Math.floor(n / list.length);
    return round > 0 && name.startsWith('title') ? `${text} No. ${round + 1}` : text;
  };
}

function stone(n: number, { mineral, habit, pair }: Stone, r: Random, next: Next) {
  const inches = inchesOf(n);
  const tier = tierOf(n);
  const { variety, palette, fortified, eyes, sawn } = habit;
  const sentences = [next(words.CRYSTALS[variety], `crystals ${variety}`)];
  if (eyes > 0 && r.next() < 0.6) sentences.push(next(words.EYES, 'eyes'));
  else if (fortified > 0.2 && r.next() < 0.6) sentences.push(next(words.FORTIFIED, 'fortified'));
  else sentences.push(next(words.WALLS[palette], `wall ${palette}`));
  if (pair) sentences.push(next(words.PAIRED, 'paired'));
  else if (r.next() < 0.62) sentences.push(sawn ? next(words.SAWN, 'sawn') : next(words.BROKEN, 'broken'));
  if (tier === 'S') sentences.push(next(words.FINEST, 'finest'));
  else if (inches < 2.5 && r.next() < 0.6) sentences.push(next(words.PALM, 'palm'));
  else if (inches > 7 && r.next() < 0.7) sentences.push(next(words.GRAND, 'grand'));
  const title = next(words.TITLES[variety], `title ${variety}`);
  return {
    title: pair ? `${title}, Matched Halves` : title,
    description: sentences.join(' '),
    price: priceOf(mineral, inches, tier, pair, r),
    size: sizeText(inches, r),
    tier,
  };
}

function pack({ category }: Pack, r: Random, next: Next) {
  const gift = category === 'gift-box';
  const offers = gift ? GIFT_BOXES : MYSTERY_PACKS;
  const titles = offers.map((offer) => offer.title);
  const title = next(titles, `title ${category}`);
  const { text } = offers.find((offer) => title.startsWith(offer.title)) ?? { text: '' };
  const price = rounded(gift ? r.range(95, 165) : r.range(34, 62));
  const size = gift ? 'Six stones, 1.5 to 2.5 inches' : 'Four stones, 2 to 3.5 inches';
  return { title, description: text, price, size, tier: '' as const };
}
