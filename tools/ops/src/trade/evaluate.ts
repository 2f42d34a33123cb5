import { siteRows } from './evaluate-site.js';
import { shopRows } from './evaluate-shop.js';
import { SQUARE_POINTS, squareRows } from './evaluate-square.js';
import type { ObservedReadiness } from './observed-readiness.js';
import { rowsOf, type TradeRow } from './trade-row.js';

/** Evaluates what real trade needs, one row for each point of docs/open-for-trade.md. */
export const evaluate = (seen: ObservedReadiness): TradeRow[] => [
  ...rowsOf(SQUARE_POINTS, seen.account, squareRows),
  ...siteRows(seen),
  ...shopRows(seen),
];

/** Returns whether nothing is missing or unknown. What cannot be seen from here is the operator's to check. */
export const isReady = (rows: readonly TradeRow[]): boolean =>
  rows.every(({ verdict }) => verdict === 'yes' || verdict === 'unseen');
