import type { Reconciliation } from '@geodes/contracts';

/** Returns for example `1 payment needs your eyes`. */
export const needsEyes = (count: number): string =>
  count === 1 ? '1 payment needs your eyes' : `${count} payments need your eyes`;

const payments = (count: number): string => (count === 1 ? '1 payment' : `${count} payments`);

/** Sums up a reconciliation of the last day. */
export const checkText = ({ payments: checked, repaired, reported }: Reconciliation): string => {
  const found = [repaired > 0 && `${repaired} mended`, reported > 0 && `${reported} left for you`].filter(Boolean);
  return `${payments(checked)} of the last day checked: ${found.length > 0 ? found.join(', ') : 'all is well'}.`;
};
