import { plainText, searchWords } from '@geodes/kit';

/** What an order is found by. */
export interface Searchable {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  titles: readonly string[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An address, or its beginning: a mailbox and what follows the @. */
const ADDRESS = /^[^@]+@/;

/** PostgreSQL refuses lexemes above 2,046 bytes. */
const LONGEST_ADDRESS = 254;
const address = (plain: string): string => [...plain].slice(0, LONGEST_ADDRESS).join('');

/** In quotes a lexeme may have any character; quotes and backslashes are doubled. */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;

/**
 * The tsvector of an order: the words of name, e-mail and titles, the order number (the end of the id), and the address
 * as a whole, so that `sam@example.com` finds this buyer and not every Sam with a mailbox at example.com.
 */
export const orderVector = ({ id, firstName, lastName, email, titles }: Searchable): string => {
  const words = searchWords([firstName, lastName, email, id.slice(-8), ...titles].join(' '));
  return [...new Set([...words, address(plainText(email))])].map(quoted).join(' ');
};

export interface OrderSearch {
  /** Whole ids; an order has one. */
  ids: string[];
  /** A tsquery, null where there are no words: every one must match, by prefix. */
  words: string | null;
}

/** What is looked for: a whole id is the order's own, all else are words. Null where nothing is asked for. */
export const orderSearch = (text: string): OrderSearch | null => {
  const ids = new Set<string>();
  const lexemes = new Set<string>();
  for (const part of plainText(text).split(/\s+/)) {
    const token = part.replace(/^#/, '');
    if (UUID.test(token)) ids.add(token);
    else if (ADDRESS.test(token)) lexemes.add(address(token));
    else for (const word of searchWords(token)) lexemes.add(word);
  }
  if (ids.size + lexemes.size === 0) return null;
  const words = [...lexemes].map((lexeme) => `${quoted(lexeme)}:*`).join(' & ');
  return { ids: [...ids], words: words === '' ? null : words };
};
