import type { Category } from '@geodes/contracts';
import type { Mineral } from '../art/minerals.js';
import { habitOf, type Habit } from '../art/specimen.js';
import type { View } from '../art/views.js';

/** Stones that were drawn; a larger catalogue shows their pictures again. */
export const DESIGNS = 48;

/** Twelve listings, then the same sequence again: every page of the gallery holds something of each. */
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
  /** Which design of the first `DESIGNS` it shows. */
  design: number;
}

export interface Stone extends Drawn {
  category: Extract<Category, 'individual'>;
  mineral: Mineral;
  habit: Habit;
  /** Both halves of one stone. */
  pair: boolean;
  /** First picture first. */
  views: View[];
}

export interface Pack extends Drawn {
  category: Exclude<Category, 'individual'>;
}

export type Design = Stone | Pack;

const named = (mineral: Mineral) => mineral.charAt(0).toUpperCase() + mineral.slice(1);

/** What listing `n` (from 0) shows. */
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
