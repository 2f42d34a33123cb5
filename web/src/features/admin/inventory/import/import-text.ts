import type { ImportCheck } from '@geodes/contracts';
import { counted } from '../../../../app/counted.js';
import { dateTime } from '../../dates.js';

/** Returns whether a line or picture has a problem. Then nothing can be added. */
export const hasProblems = ({
  problems,
  pictureProblems,
}: Pick<ImportCheck, 'problems' | 'pictureProblems'>): boolean => problems.length + pictureProblems.length > 0;

/** Sums up the check in one sentence. `pictures` is the number of chosen pictures. */
export const checkText = (
  check: Pick<ImportCheck, 'geodes' | 'problems' | 'pictureProblems'>,
  pictures = 0,
): string => {
  if (!hasProblems(check)) {
    const geodes = counted(check.geodes.length, 'geode');
    return `${geodes}${pictures > 0 ? ` with ${counted(pictures, 'picture')}` : ''} can be added. Nothing is changed yet.`;
  }
  // A line may have several problems.
  const lines = new Set(check.problems.map(({ line }) => line)).size;
  const bad = [
    ...(lines > 0 ? [counted(lines, 'line')] : []),
    ...(check.pictureProblems.length > 0 ? [counted(check.pictureProblems.length, 'picture')] : []),
  ];
  const verb = lines + check.pictureProblems.length === 1 ? 'does' : 'do';
  return `Nothing can be added yet: ${bad.join(' and ')} ${verb} not fit.`;
};

/** Returns further notes about the file. */
export const checkNotes = ({ unknown, leftOut, importedAt }: ImportCheck): string[] => [
  ...(importedAt
    ? [`This file was imported on ${dateTime(importedAt)}. Adding it again adds its geodes once more.`]
    : []),
  ...(unknown.length > 0 ? [`Columns that the shop does not know are left out: ${unknown.join(', ')}.`] : []),
  ...(leftOut.length > 0 ? [`Columns that the shop decides itself are left out: ${leftOut.join(', ')}.`] : []),
];
