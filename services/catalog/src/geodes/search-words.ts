import { searchWords } from '@geodes/kit';

/** A tsvector of texts. Words are letters and digits only, so that quoting is enough. */
export const searchVector = (...texts: string[]): string =>
  searchWords(texts.join(' '))
    .map((word) => `'${word}'`)
    .join(' ');

/** A tsquery: every word must match, by prefix. Null where nothing is asked for. */
export const searchQuery = (text: string): string | null => {
  const words = searchWords(text);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
};
