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
const MAX_WORD = 64;

/** A text without case and accents. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

/**
 * The words of a text without case and accents, each once. What is kept and what a person types go through the same
 * rule, in TypeScript, because PostgreSQL's own parser keeps `quartz/calcite` or `keokuk.com` together.
 */
export const tokenize = (text: string): string[] => {
  const words = plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD).join('')))];
};
