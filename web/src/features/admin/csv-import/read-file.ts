/** The server has the same limit. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Copies a CSV file into memory, so that the import takes what was checked even if the file changes on disk. Resolves to a
 * text if it is too large or cannot be read.
 */
export const readFile = async (file: File): Promise<File | string> => {
  if (file.size > MAX_FILE_BYTES) return 'The file must be smaller than 1 MB. Please split it.';
  try {
    return new File([await file.arrayBuffer()], file.name, { type: 'text/csv' });
  } catch {
    return 'The file cannot be read. Please choose it again.';
  }
};
