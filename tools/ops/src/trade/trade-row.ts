import type { Observed } from '../status/read-status.js';

/**
 * `missing`: the owner or the operator must do something. `unknown`: it could not be read. `unseen`: this command cannot
 * see it from here, so the operator must check.
 */
export type TradeVerdict = 'yes' | 'missing' | 'unknown' | 'unseen';

/** One point of the check list. */
export interface TradeRow {
  point: string;
  verdict: TradeVerdict;
  /** What was observed. */
  says: string;
  /** What to do about it. */
  advice?: string;
}

const rowWith =
  (verdict: TradeVerdict) =>
  (point: string, says: string, advice?: string): TradeRow => ({ point, verdict, says, advice });
export const yes = rowWith('yes');
export const missing = rowWith('missing');
export const unknown = rowWith('unknown');
export const unseen = rowWith('unseen');

/** Returns `unknown` for each point if the part that knows did not respond. */
export const rowsOf = <T>(points: string[], observed: Observed<T>, rows: (said: T) => TradeRow[]): TradeRow[] =>
  'said' in observed ? rows(observed.said) : points.map((point) => unknown(point, observed.away));
