/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** PostgreSQL refuses lexemes above 2,046 bytes. */
const MAX_WORD_LENGTH = 64;

/** Removes case and accents from a text. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

/**
 * Splits a text into its distinct words, without case and accents. Stored texts and search input use this same
 * function. PostgreSQL's own parser would keep `quartz/calcite` or `keokuk.com` as one word.
 */
export const tokenize = (text: string): string[] => {
  const words = plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join('')))];
};
