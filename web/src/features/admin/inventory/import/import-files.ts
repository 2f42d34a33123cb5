import type { PictureProblem } from '@geodes/contracts';
import { fitPicture, TOO_LARGE } from '../../pictures/fit-picture.js';

/** A CSV file and the pictures that it names. */
export interface ImportFiles {
  csv?: File;
  /** With what else was dropped: it is reported. */
  pictures: readonly File[];
}

/** The server compares names of files in the same way. */
const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

const isPicture = ({ type }: File): boolean => type.startsWith('image/');
const isTable = ({ name, type }: File): boolean => type === 'text/csv' || /\.(csv|tsv|txt)$/i.test(name);

/**
 * Adds what was chosen or dropped at once. A CSV file replaces the earlier one, a picture an earlier one of the same name.
 * Null if there are several CSV files. What kind of file a single other one is, the server finds out and says.
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

/** The pictures without those that are reported. */
export const leaveOutProblems = (pictures: readonly File[], problems: readonly PictureProblem[]): File[] => {
  const names = new Set(problems.map(({ name }) => foldName(name)));
  return pictures.filter(({ name }) => !names.has(foldName(name)));
};

/** What the browser finds wrong with pictures. Makes those over 10 MB smaller, which takes seconds for each. */
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

/** One problem for each name: the first. */
export const firstPerName = (problems: readonly PictureProblem[]): PictureProblem[] => {
  const names = problems.map(({ name }) => foldName(name));
  return problems.filter((_, index) => names.indexOf(names[index] ?? '') === index);
};
