import type { PictureProblem } from '@geodes/contracts';
import { newKey } from '../../../../app/new-key.js';
import { fitPicture, TOO_LARGE } from '../../pictures/fit-picture.js';

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
    const reason = isPicture(file) ? await tooLargeReason(file) : 'Only images can be uploaded.';
    if (reason) problems.push({ name: file.name, reason });
  }
  return problems;
};

const tooLargeReason = async (file: File): Promise<string | undefined> => {
  try {
    await fitPicture(file);
    return undefined;
  } catch {
    return TOO_LARGE.message;
  }
};

/** Returns the first problem of each name. */
export const firstPerName = (problems: readonly PictureProblem[]): PictureProblem[] => {
  const names = problems.map(({ name }) => foldName(name));
  return problems.filter((_, index) => names.indexOf(names[index] ?? '') === index);
};

/** Returns a new UUID for an import: the server accepts no other key. */
export const newImportKey = (): string => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
