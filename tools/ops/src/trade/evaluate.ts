import { siteRows } from './evaluate-site.js';
import { shopRows } from './evaluate-shop.js';
import { SQUARE_POINTS, squareRows } from './evaluate-square.js';
import { type ObservedReadiness, rowsOf, type TradeRow, type TradeVerdict } from './readiness.js';
import type { ShopAddress } from '../config.js';
import { type Print, formatTable } from '../print.js';
import { type ReadinessOptions, readReadiness } from './read-readiness.js';

/** Evaluates what real trade needs, one row for each point of docs/open-for-trade.md. */
export const evaluate = (seen: ObservedReadiness): TradeRow[] => [
  ...rowsOf(SQUARE_POINTS, seen.account, squareRows),
  ...siteRows(seen),
  ...shopRows(seen),
];

/** Returns whether nothing is missing or unknown. What cannot be seen from here is the operator's to check. */
export const isReady = (rows: readonly TradeRow[]): boolean =>
  rows.every(({ verdict }) => verdict === 'yes' || verdict === 'unseen');

const LABELS: Record<TradeVerdict, string> = { yes: 'yes', missing: 'MISSING', unknown: '?', unseen: '-' };

/** Prints whether the shop is ready for real trade. Returns false if something is missing or unknown. */
export const printReadiness = async (where: ShopAddress, options: ReadinessOptions, print: Print): Promise<boolean> => {
  const seen = await readReadiness(where, options);
  const rows = evaluate(seen);
  const ready = isReady(rows);
  print({ at: seen.at, isReady: ready, points: rows, seen }, `${formatRows(rows)}\n${summaryText(rows)}`);
  return ready;
};

const formatRows = (rows: readonly TradeRow[]): string =>
  formatTable(
    ['point', '', 'what', 'what to do'],
    rows.map(({ point, verdict, says, advice }) => [point, LABELS[verdict], says, advice ?? '']),
    [22, 7, 46, 56],
  );

const summaryText = (rows: readonly TradeRow[]): string => {
  const pointsOf = (...verdicts: TradeVerdict[]) =>
    rows.filter(({ verdict }) => verdicts.includes(verdict)).map(({ point }) => point);
  const lacking = pointsOf('missing', 'unknown');
  const unseen = pointsOf('unseen');
  const verdict = lacking.length === 0 ? 'Ready for trade.' : `Not ready: ${lacking.join(', ')}.`;
  return unseen.length === 0 ? verdict : `${verdict} Check yourself: ${unseen.join(', ')}.`;
};
