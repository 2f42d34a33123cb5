import type { Tier } from '@geodes/contracts';
import { tierNames } from '../../geodes/geode-labels.js';

/** Stands for no choice, because select items must not have an empty value. */
export const NONE = 'none';

export const tierOptions: { value: Exclude<Tier, ''> | typeof NONE; label: string }[] = [
  { value: NONE, label: 'None' },
  ...Object.entries(tierNames).map(([tier, name]) => ({
    value: tier as Exclude<Tier, ''>,
    label: `${tier}, ${name}`,
  })),
];
