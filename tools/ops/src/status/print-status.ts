import type { ShopAddress } from '../config.js';
import { type Print, formatLocalTime, formatTable } from '../print.js';
import { isAllWell, evaluate, type Row, type Verdict } from './evaluate.js';
import { readStatus } from './read-status.js';

const LABELS: Record<Verdict, string> = { well: 'ok', wrong: 'LOOK', unknown: '?', skipped: '-' };
const MAX_SAYS_WIDTH = 60;

/** Prints the state of the shop. Returns false if something needs attention. */
export const printStatus = async (where: ShopAddress, print: Print): Promise<boolean> => {
  const seen = await readStatus(where);
  const rows = evaluate(seen);
  const isWell = isAllWell(rows);
  print({ at: seen.at, isWell, parts: rows, seen }, `${formatStatus(rows)}\n${summaryText(rows, seen.at)}`);
  return isWell;
};

const formatStatus = (rows: readonly Row[]): string =>
  formatTable(
    ['part', '', 'what', 'what to do'],
    rows.map(({ part, verdict, says, advice }) => [part, LABELS[verdict], says, advice ?? '']),
    [22, 6, MAX_SAYS_WIDTH, 50],
  );

const summaryText = (rows: readonly Row[], at: string): string => {
  const bad = rows.filter(({ verdict }) => verdict === 'wrong' || verdict === 'unknown').map(({ part }) => part);
  return `${formatLocalTime(at)}: ${bad.length === 0 ? 'all is well.' : `look at ${bad.join(', ')}.`}`;
};
