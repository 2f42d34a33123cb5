/** What a spreadsheet takes for the beginning of a formula, also in full width, and what it may skip before one. */
const FORMULA = '[=+\\-@|%\\t\\r\\n\\uFF0B\\uFF0D\\uFF1D\\uFF20]';
const BEGINS_FORMULA = new RegExp(`^'*${FORMULA}`);
const WAS_MADE_HARMLESS = new RegExp(`^'+${FORMULA}`);

/**
 * A text as it may stand in a cell: no spreadsheet works it out. An apostrophe goes before what would be a formula
 * (owasp.org/www-community/attacks/CSV_Injection), and before such a text that has one already, so that `originalText`
 * can take it away again.
 */
export const escapeFormula = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);

/** The text that `harmlessCell` was given. */
export const originalText = (cell: string): string => (WAS_MADE_HARMLESS.test(cell) ? cell.slice(1) : cell);
