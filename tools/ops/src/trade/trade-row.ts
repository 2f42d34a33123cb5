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

export const yes = (point: string, says: string): TradeRow => ({ point, verdict: 'yes', says });
export const missing = (point: string, says: string, advice: string): TradeRow => ({
  point,
  verdict: 'missing',
  says,
  advice,
});
export const unknown = (point: string, says: string, advice?: string): TradeRow => ({
  point,
  verdict: 'unknown',
  says,
  ...(advice ? { advice } : {}),
});
export const unseen = (point: string, says: string, advice: string): TradeRow => ({
  point,
  verdict: 'unseen',
  says,
  advice,
});

/** Returns `unknown` for each point if the part that knows did not respond. */
export const rowsOf = <T>(points: string[], observed: Observed<T>, rows: (said: T) => TradeRow[]): TradeRow[] =>
  'said' in observed ? rows(observed.said) : points.map((point) => unknown(point, observed.away));
