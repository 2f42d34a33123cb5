/** Letters that Unicode does not take apart into a plain letter and a mark. */
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

/** PostgreSQL refuses lexemes above 2,046 bytes; nobody types as much as this. */
const LONGEST_WORD = 64;

/**
 * The words of a text without case and accents, each once. The catalogue and what a shopper types go through the same
 * rule, in TypeScript, because PostgreSQL's own parser keeps `quartz/calcite` or `keokuk.com` together.
 */
export const searchWords = (text: string): string[] => {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, LONGEST_WORD).join('')))];
};

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
