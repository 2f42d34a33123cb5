export interface OrderSearch {
  /** Whole ids; an order has one. */
  ids: string[];
  /** Words and e-mail addresses, for `order_query`; null where there are none: every one must match, by its beginning. */
  words: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A letter, a number, or the beginning of an address up to behind the @. */
const SEARCHED = /[\p{L}\p{N}]|[^\s@#]@/u;

/** What is looked for: a whole id is the order's own, all else are words. Null where nothing is asked for. */
export const orderSearch = (text: string): OrderSearch | null => {
  const tokens = text
    .normalize('NFKD')
    .split(/\s+/)
    .map((token) => token.replace(/^#/, ''));
  const ids = [...new Set(tokens.filter((token) => UUID.test(token)).map((id) => id.toLowerCase()))];
  const words = tokens.filter((token) => !UUID.test(token) && SEARCHED.test(token)).join(' ');
  return ids.length > 0 || words ? { ids, words: words || null } : null;
};
