import type { ImportCheck } from '@geodes/contracts';
import { moment } from './moment.js';

const number = new Intl.NumberFormat('en-US');

export const geodesWords = (count: number): string => (count === 1 ? '1 geode' : `${number.format(count)} geodes`);

const linesWords = (count: number): string => (count === 1 ? '1 line' : `${number.format(count)} lines`);

/** How many lines have problems; a line may have several. */
export const badLines = ({ problems }: Pick<ImportCheck, 'problems'>): number =>
  new Set(problems.map(({ line }) => line)).size;

/** What the check found, in one sentence. */
export const checkWords = (check: Pick<ImportCheck, 'geodes' | 'problems'>): string => {
  const bad = badLines(check);
  const good = check.geodes.length;
  if (good === 0)
    return `Nothing in this file can be added: ${linesWords(bad)} ${bad === 1 ? 'has' : 'have'} problems.`;
  const added = `${geodesWords(good)} can be added.`;
  if (bad === 0) return `${added} Nothing is changed yet.`;
  return `${added} ${linesWords(bad)} with problems would be left out. Nothing is changed yet.`;
};

/** What else there is to know before anything is added. */
export const notesOf = ({ unknown, leftOut, importedAt }: ImportCheck): string[] => [
  ...(importedAt
    ? [`This file was imported on ${moment.format(new Date(importedAt))}. Adding it again adds its geodes once more.`]
    : []),
  ...(unknown.length > 0 ? [`Columns that the shop does not know are left out: ${unknown.join(', ')}.`] : []),
  ...(leftOut.length > 0 ? [`Columns that the shop decides itself are left out: ${leftOut.join(', ')}.`] : []),
];
