import type { Category } from '@geodes/contracts';
import type { Mineral } from '../art/minerals.js';
import { habitOf, type Habit } from '../art/specimen.js';
import type { View } from '../art/views.js';

/** Number of drawn designs; a larger catalogue repeats their pictures. */
export const DESIGNS = 48;

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

interface Drawn {
  /** Seed of its pictures. */
  seed: string;
  crystalType: string;
  /** Index of its design, below `DESIGNS`. */
  design: number;
}

export interface SingleGeode extends Drawn {
  category: Extract<Category, 'individual'>;
  mineral: Mineral;
  habit: Habit;
  /** Both halves of one geode. */
  pair: boolean;
  /** In the order of the pictures. */
  views: View[];
}

export interface Pack extends Drawn {
  category: Exclude<Category, 'individual'>;
}

export type Design = SingleGeode | Pack;

const named = (mineral: Mineral) => mineral.charAt(0).toUpperCase() + mineral.slice(1);

/** Returns the design of listing `n` (from 0). */
export function designOf(n: number): Design {
  const design = n % DESIGNS;
  const seed = `demo-${design}`;
  const kind = SEQUENCE[n % SEQUENCE.length] ?? 'quartz';
  if (kind === 'pack') {
    const category = n % (SEQUENCE.length * 2) < SEQUENCE.length ? 'gift-box' : 'mystery-pack';
    return { category, crystalType: 'Quartz', design, seed };
  }
  const pair = design % 8 === 4;
  const views: View[] = pair
    ? ['halves', 'face', 'macro', 'rind']
    : design % 5 === 3
      ? ['turned', 'face', 'macro', 'rind']
      : ['face', 'turned', 'macro', 'rind'];
  const habit = habitOf(seed, kind);
  return { category: 'individual', mineral: kind, crystalType: named(kind), design, seed, habit, pair, views };
}
