import type { PaymentDifferences } from '@geodes/contracts';
import { localTime } from './local-time.js';
import type { Output } from './output.js';
import type { Shop } from './shop.js';
import { tableOf } from './table.js';

/** The service gives a comparison up after 25 s. */
const RECONCILE_TIMEOUT_MS = 30_000;

export const reconcile = async (shop: Shop, minutes: number, output: Output): Promise<void> => {
  const done = await shop.ask('payments.reconcile', { minutes }, RECONCILE_TIMEOUT_MS);
  const { payments, repaired: mended, reported } = done;
  const more = reported > 0 ? ': npm run ops -- differences' : '.';
  output.tell(
    done,
    `${payments} payments compared with Square, ${mended} differences mended, ${reported} left to you${more}`,
  );
};

export const listDifferences = async (shop: Shop, output: Output): Promise<void> => {
  const found = await shop.ask('payments.differences', {});
  output.tell(found, differenceTable(found));
};

const differenceTable = ({ checkedAt, differences }: PaymentDifferences): string => {
  const checked = checkedAt ? `Compared with Square at ${localTime(checkedAt)}.` : 'Not compared with Square yet.';
  if (differences.length === 0) return `No difference between Square's books and the shop's. ${checked}`;
  const rows = differences.map(({ seenAt, state, squarePaymentId, amountCents, text, advice }) => [
    localTime(seenAt),
    state,
    squarePaymentId ?? '',
    (amountCents / 100).toFixed(2),
    text,
    advice ?? '',
  ]);
  return [
    tableOf(['seen', 'state', 'payment', 'amount', 'what', 'what to do'], rows, [21, 8, 34, 12, 50, 50]),
    checked,
  ].join('\n');
};
