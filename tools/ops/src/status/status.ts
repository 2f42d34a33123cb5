import type { Whereabouts } from '../config.js';
import { localTime } from '../local-time.js';
import type { Output } from '../output.js';
import { tableOf } from '../table.js';
import { isAllWell, evaluate, type Row, type Verdict } from './evaluate.js';
import { readStatus } from './read-status.js';

const WORDS: Record<Verdict, string> = { well: 'ok', wrong: 'LOOK', unknown: '?', skipped: '-' };
const WIDEST_SAYS = 60;

/** Tells how the shop is. False where something is not as it should be. */
export const printStatus = async (where: Whereabouts, output: Output): Promise<boolean> => {
  const seen = await readStatus(where);
  const rows = evaluate(seen);
  const isWell = isAllWell(rows);
  output.tell({ at: seen.at, isWell, parts: rows, seen }, `${statusTable(rows)}\n${summary(rows, seen.at)}`);
  return isWell;
};

const statusTable = (rows: readonly Row[]): string =>
  tableOf(
    ['part', '', 'what', 'what to do'],
    rows.map(({ part, verdict, says, advice }) => [part, WORDS[verdict], says, advice ?? '']),
    [22, 6, WIDEST_SAYS, 50],
  );

const summary = (rows: readonly Row[], at: string): string => {
  const bad = rows.filter(({ verdict }) => verdict === 'wrong' || verdict === 'unknown').map(({ part }) => part);
  return `${localTime(at)}: ${bad.length === 0 ? 'all is well.' : `look at ${bad.join(', ')}.`}`;
};
