import type { Reconciliation } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';

/** Returns for example `1 payment needs your eyes`. */
export const needsEyes = (count: number): string =>
  `${counted(count, 'payment')} ${count === 1 ? 'needs' : 'need'} your eyes`;

/** Sums up a reconciliation of the last day. */
export const checkText = ({ payments, repaired, reported }: Reconciliation): string => {
  const found = [repaired > 0 && `${repaired} mended`, reported > 0 && `${reported} left for you`].filter(Boolean);
  return `${counted(payments, 'payment')} of the last day checked: ${found.length > 0 ? found.join(', ') : 'all is well'}.`;
};
