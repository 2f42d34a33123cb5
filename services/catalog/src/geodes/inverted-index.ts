import { LRUCache } from 'lru-cache';
import { CATEGORIES, type Category, type Size, SIZES } from '@geodes/contracts';
import { INCHES_OF } from './size-inches.js';
import { SortedList } from './sorted-list.js';

/** A geode on sale, as far as counting needs it. */
export interface IndexedGeode {
  id: string;
  priceCents: number;
  /** Null where nobody knows. */
  sizeInches: number | null;
  category: Category;
  /** As `searchWords` gives them, each once. */
  words: readonly string[];
}

export interface Wanted {
  /** Each must begin a word of the geode. */
  words: readonly string[];
  category?: Category;
  size?: Size;
  minCents?: number;
  maxCents?: number;
}

/** A word and the slots of the geodes that have it. */
interface Postings {
  word: string;
  slots: number[];
}

/** Geodes of one category and size. */
interface Kind {
  category: Category;
  size: Size | undefined;
  cents: SortedList<number, number>;
}

/** Comes after every word that begins with what stands before it: words are letters and digits. */
const LAST = '\uffff';

const MOST_STARTS = 100;
/** 8 bytes each. */
const MOST_SLOTS_OF_STARTS = 400_000;

const sizeOf = (inches: number | null): Size | undefined =>
  SIZES.find((size) => inches !== null && inches >= INCHES_OF[size][0] && inches < INCHES_OF[size][1]);

/**
 * Counts what is on sale. Prices are kept in order for each category and size, so that counting without words is looking up
 * two places. Words have an inverted index: each geode has a slot, and each word a list of slots. Slots are never used
 * again; one that is changed gets another, and whoever holds the index makes it anew once most slots are empty.
 */
export class InvertedIndex {
  private readonly slotOf = new Map<string, number>();
  /** Of each slot the place of its kind in `kinds`, or the one after the last where it is empty. */
  private readonly kindAt: number[] = [];
  private readonly centsAt: number[] = [];
  private readonly kinds: Kind[] = CATEGORIES.flatMap((category) =>
    [...SIZES, undefined].map((size) => ({ category, size, cents: new SortedList((cents: number) => cents) })),
  );
  private readonly postingsOf = new Map<string, Postings>();
  /** What words begin with, as it was asked for last, and the slots that have one. */
  private readonly starts = new LRUCache<string, number[]>({
    max: MOST_STARTS,
    maxSize: MOST_SLOTS_OF_STARTS,
    sizeCalculation: ({ length }) => length + 1,
  });
  private readonly words = new SortedList(({ word }: Postings) => word);

  get size(): number {
    return this.slotOf.size;
  }

  get emptySlots(): number {
    return this.kindAt.length - this.slotOf.size;
  }

  /** Takes the place of what is known of this geode. */
  put({ id, priceCents, sizeInches, category, words }: IndexedGeode): void {
    this.remove(id);
    const size = sizeOf(sizeInches);
    const kind = this.kinds.findIndex((one) => one.category === category && one.size === size);
    this.kinds[kind]?.cents.add(priceCents);
    const slot = this.kindAt.push(kind) - 1;
    this.centsAt.push(priceCents);
    this.slotOf.set(id, slot);
    for (const word of words) {
      const postings = this.postingsOf.get(word);
      if (postings) postings.slots.push(slot);
      else this.addWord({ word, slots: [slot] });
    }
    for (const [start, slots] of this.starts.entries())
      if (words.some((word) => word.startsWith(start))) slots.push(slot);
  }

  remove(id: string): void {
    const slot = this.slotOf.get(id);
    if (slot === undefined) return;
    this.kinds[this.kindAt[slot] ?? -1]?.cents.remove(this.centsAt[slot] ?? 0);
    this.kindAt[slot] = this.kinds.length;
    this.slotOf.delete(id);
  }

  count({ words, category, size, minCents = 0, maxCents = Number.POSITIVE_INFINITY }: Wanted): number {
    const wanted = this.kinds.map((kind) => (!category || kind.category === category) && (!size || kind.size === size));
    if (words.length === 0)
      return this.kinds
        .filter((_kind, place) => wanted[place])
        .reduce((sum, { cents }) => sum + Math.max(0, cents.countBelow(maxCents + 1) - cents.countBelow(minCents)), 0);
    wanted.push(false);
    const { kindAt, centsAt } = this;
    let count = 0;
    for (const slot of this.slotsWithAll(words)) {
      const cents = centsAt[slot] ?? 0;
      if (cents >= minCents && cents <= maxCents && wanted[kindAt[slot] ?? -1]) count += 1;
    }
    return count;
  }

  private slotsWithAll([first = '', ...others]: readonly string[]): readonly number[] {
    return others.reduce((slots, word) => {
      const has = new Uint8Array(this.kindAt.length);
      for (const slot of this.slotsBeginning(word)) has[slot] = 1;
      return slots.filter((slot) => has[slot]);
    }, this.slotsBeginning(first));
  }

  /** Slots with a word that begins so, each once, in order: that is how memory is read fastest. */
  private slotsBeginning(start: string): readonly number[] {
    const kept = this.starts.get(start);
    if (kept) return kept;
    const words = this.words.between(start, start + LAST);
    const [only] = words;
    if (only && words.length === 1) return only.slots;
    const has = new Uint8Array(this.kindAt.length);
    for (const word of words) for (const slot of word.slots) has[slot] = 1;
    const slots: number[] = [];
    for (let slot = 0; slot < has.length; slot += 1) if (has[slot]) slots.push(slot);
    this.starts.set(start, slots);
    return slots;
  }

  private addWord(postings: Postings): void {
    this.postingsOf.set(postings.word, postings);
    this.words.add(postings);
  }
}
