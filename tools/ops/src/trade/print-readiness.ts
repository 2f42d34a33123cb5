import type { ShopAddress } from '../config.js';
import type { Print } from '../print.js';
import { formatTable } from '../table.js';
import { evaluate, isReady } from './evaluate.js';
import { type ReadinessOptions, readReadiness } from './read-readiness.js';
import type { TradeRow, TradeVerdict } from './trade-row.js';

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
