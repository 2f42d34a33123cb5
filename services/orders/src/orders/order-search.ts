export interface OrderSearch {
  /** Whole order ids. */
  ids: string[];
  /** Words and emails for `order_query`, which matches each of them as a prefix; null if there are none. */
  words: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A letter, a digit, or a prefix of an email up to and including the @. */
const SEARCHED = /[\p{L}\p{N}]|[^\s@#]@/u;

/** Splits a search text into order ids and words. Returns null if it has neither. */
export const orderSearch = (text: string): OrderSearch | null => {
  const tokens = text
    .normalize('NFKD')
    .split(/\s+/)
    .map((token) => token.replace(/^#/, ''));
  const ids = [...new Set(tokens.filter((token) => UUID.test(token)).map((id) => id.toLowerCase()))];
  const words = tokens.filter((token) => !UUID.test(token) && SEARCHED.test(token)).join(' ');
  return ids.length > 0 || words ? { ids, words: words || null } : null;
};
