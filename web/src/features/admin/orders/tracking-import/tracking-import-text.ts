import type { ShipmentResult, TrackingImport } from '@geodes/contracts';
import { counted } from '../../../../app/counted.js';

type Outcome = ShipmentResult['outcome'];

/** Returns how many lines have the outcome. */
export const countOf = ({ lines }: Pick<TrackingImport, 'lines'>, outcome: Outcome): number =>
  lines.filter((line) => line.outcome === outcome).length;

/** Sums up in one sentence what an import would do. */
export const checkText = (check: TrackingImport): string => {
  const bad = new Set(check.problems.map(({ line }) => line)).size;
  if (bad > 0) return `Nothing can be imported yet: ${counted(bad, 'line')} cannot be read.`;
  const shipped = countOf(check, 'shipped');
  if (shipped === 0) return 'No order would be changed.';
  return `${counted(shipped, 'order')} can be marked as shipped. Nothing is changed yet.`;
};

/** Sums up in one sentence what an import did. */
export const resultText = (result: TrackingImport): string => {
  const shipped = countOf(result, 'shipped');
  const refused = countOf(result, 'refused');
  const done =
    shipped === 0
      ? 'No order was changed'
      : `${counted(shipped, 'order')} ${shipped === 1 ? 'was' : 'were'} marked as shipped`;
  return refused === 0 ? `${done}.` : `${done}; ${counted(refused, 'line')} ${refused === 1 ? 'was' : 'were'} refused.`;
};

/** Returns further notes about the file. */
export const importNotes = (result: TrackingImport): string[] => {
  const unchanged = countOf(result, 'unchanged');
  return [
    ...(unchanged > 0
      ? [`${counted(unchanged, 'order')} ${unchanged === 1 ? 'has' : 'have'} this tracking number already.`]
      : []),
    ...(result.leftOut > 0
      ? [
          `${counted(result.leftOut, 'line')} without a tracking number ${result.leftOut === 1 ? 'is' : 'are'} left out.`,
        ]
      : []),
  ];
};

/** Returns what a line does or did. The server's message comes first: it says why, or which number is replaced. */
export const outcomeText = ({ outcome, message }: ShipmentResult, isDone: boolean): string => {
  if (message !== null) return message;
  if (outcome === 'refused') return 'This line is refused.';
  if (outcome === 'unchanged') return 'Stays as it is';
  return isDone ? 'Marked as shipped' : 'Becomes shipped';
};
