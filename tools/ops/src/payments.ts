import type { PaymentDifferences } from '@geodes/contracts';
import { type Print, formatLocalTime, formatTable } from './print.js';
import type { Shop } from './shop.js';

/** The payments service stops a reconciliation after 25 s. */
const RECONCILE_TIMEOUT_MS = 30_000;

export const reconcile = async (shop: Shop, minutes: number, print: Print): Promise<void> => {
  const done = await shop.call('payments.reconcile', { minutes }, RECONCILE_TIMEOUT_MS);
  const { payments, repaired, reported } = done;
  const more = reported > 0 ? ': npm run ops -- differences' : '.';
  print(
    done,
    `${payments} payments compared with Square, ${repaired} differences repaired, ${reported} left to you${more}`,
  );
};

export const listDifferences = async (shop: Shop, print: Print): Promise<void> => {
  const found = await shop.call('payments.differences', {});
  print(found, differenceTable(found));
};

const differenceTable = ({ checkedAt, differences }: PaymentDifferences): string => {
  const checked = checkedAt
    ? `Compared with Square at ${formatLocalTime(checkedAt)}.`
    : 'Not compared with Square yet.';
  if (differences.length === 0) return `No difference between Square's ledger and the shop's records. ${checked}`;
  const rows = differences.map(({ seenAt, state, squarePaymentId, amountCents, text, advice }) => [
    formatLocalTime(seenAt),
    state,
    squarePaymentId ?? '',
    (amountCents / 100).toFixed(2),
    text,
    advice ?? '',
  ]);
  return [
    formatTable(['seen', 'state', 'payment', 'amount', 'what', 'what to do'], rows, [21, 8, 34, 12, 50, 50]),
    checked,
  ].join('\n');
};
