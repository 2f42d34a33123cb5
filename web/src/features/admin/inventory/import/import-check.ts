import type { ImportCheck, PictureProblem } from '@geodes/contracts';
import { counted } from '../../../../app/counted.js';
import { dateTime } from '../../dates.js';
import { newKey } from '../../../../app/api.js';
import { fitPicture, TOO_LARGE } from '../../pictures/upload-picture.js';

/** A CSV file and the pictures that it names. */
interface ImportFiles {
  csv?: File;
  /** Includes files of other types, which the check reports. */
  pictures: readonly File[];
}

/** Normalises a file name as the server does. */
const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

const isPicture = ({ type }: File): boolean => type.startsWith('image/');
const isTable = ({ name, type }: File): boolean => type === 'text/csv' || /\.(csv|tsv|txt)$/i.test(name);

/**
 * Adds files that were chosen or dropped together. A CSV file replaces the earlier one, a picture one of the same name.
 * Returns null if there are several CSV files. Takes a single file of another type for the CSV file; the server checks it.
 */
export const addFiles = (files: ImportFiles, more: readonly File[]): ImportFiles | null => {
  const others = more.filter((file) => !isPicture(file));
  const tables = others.filter(isTable);
  if (tables.length > 1) return null;
  const csv = tables[0] ?? (others.length === 1 && !files.csv ? others[0] : undefined);
  const pictures = more.filter((file) => file !== csv);
  const names = new Set(pictures.map(({ name }) => foldName(name)));
  const earlier = files.pictures.filter(({ name }) => !names.has(foldName(name)));
  return { csv: csv ?? files.csv, pictures: [...earlier, ...pictures] };
};

/** Returns the pictures without a reported problem. */
export const leaveOutProblems = (pictures: readonly File[], problems: readonly PictureProblem[]): File[] => {
  const names = new Set(problems.map(({ name }) => foldName(name)));
  return pictures.filter(({ name }) => !names.has(foldName(name)));
};

/** Finds the pictures that cannot be uploaded. Shrinks those over 10 MB, which takes seconds each. */
export const findPictureProblems = async (pictures: readonly File[]): Promise<PictureProblem[]> => {
  const problems: PictureProblem[] = [];
  for (const file of pictures) {
    const reason = isPicture(file) ? await tooLargeText(file) : 'Only images can be uploaded.';
    if (reason) problems.push({ name: file.name, reason });
  }
  return problems;
};

const tooLargeText = (file: File): Promise<string | undefined> =>
  fitPicture(file).then(
    () => undefined,
    () => TOO_LARGE.message,
  );

/** Returns the first problem of each name. */
export const firstPerName = (problems: readonly PictureProblem[]): PictureProblem[] => {
  const names = problems.map(({ name }) => foldName(name));
  return problems.filter((_, index) => names.indexOf(names[index] ?? '') === index);
};

/** Returns a new UUID for an import: the server accepts no other key. */
export const newImportKey = (): string => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');

/** Returns whether a line or picture has a problem. Then nothing can be added. */
export const hasProblems = ({ problems, pictureProblems }: ImportCheck): boolean =>
  problems.length + pictureProblems.length > 0;

/** Sums up the check in one sentence. `pictures` is the number of chosen pictures. */
export const checkText = (check: ImportCheck, pictures: number): string => {
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
