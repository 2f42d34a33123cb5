/**
 * Control characters, aside from white space, and characters that hide or turn text. Pasted text has them unseen.
 * Joiners stay: emoji and several scripts need them.
 */
const INVISIBLE = /(?![\t-\r\u0085])[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const LINE_BREAKS = /[\v\f\u0085\u2028\u2029]/g;
/** U+2800 is a blank of Braille. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/** Removes what cannot be seen and lone surrogates, which PostgreSQL cannot store. */
const withoutInvisible = (text: string): string => text.toWellFormed().replaceAll(INVISIBLE, '');
const emptyIfInvisible = (text: string): string => (VISIBLE.test(text) ? text.trim() : '');

/** Returns a text as one trimmed line, with single spaces. It is empty if nothing of it can be seen. */
export const cleanLine = (text: string): string =>
  emptyIfInvisible(withoutInvisible(text).replaceAll(/[\s\u0085]+/g, ' '));

/** The same for a text of several lines: line breaks, tabs and spaces stay. */
export const cleanLines = (text: string): string =>
  emptyIfInvisible(withoutInvisible(text).replaceAll(LINE_BREAKS, '\n'));
