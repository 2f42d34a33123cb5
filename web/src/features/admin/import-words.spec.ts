import type { ImportCheck } from '@geodes/contracts';
import { checkWords, notesOf } from './import-words.js';

const geode = (line: number) => ({ line, title: 'Evening', price: '10.00', quantity: 1, pictures: 1 });
const problem = (line: number) => ({ line, column: 'Price', reason: 'Price must be below $1,000,000.' });
const check = (change: Partial<ImportCheck> = {}): ImportCheck => ({
  geodes: [geode(2)],
  problems: [],
  leftOut: [],
  unknown: [],
  importedAt: null,
  ...change,
});

describe('what is said of a file', () => {
  it.each([
    [check(), '1 geode can be added. Nothing is changed yet.'],
    [
      check({ geodes: [geode(2), geode(3)], problems: [problem(4), problem(4), problem(5)] }),
      '2 geodes can be added. 2 lines with problems would be left out. Nothing is changed yet.',
    ],
    [
      check({ problems: [problem(3)] }),
      '1 geode can be added. 1 line with problems would be left out. Nothing is changed yet.',
    ],
    [check({ geodes: [], problems: [problem(2)] }), 'Nothing in this file can be added: 1 line has problems.'],
    [
      check({ geodes: [], problems: [problem(2), problem(3)] }),
      'Nothing in this file can be added: 2 lines have problems.',
    ],
  ])('is how many geodes it adds, and how many lines it does not take', (checked, words) =>
    expect(checkWords(checked)).toBe(words),
  );

  it('is which columns are left out, and that it was imported before', () => {
    expect(notesOf(check())).toEqual([]);
    const notes = notesOf(
      check({ unknown: ['Colour', 'Weight'], leftOut: ['Id'], importedAt: '2026-11-21T12:00:00Z' }),
    );
    expect(notes[0]).toMatch(/^This file was imported on Nov 21, 2026.* once more\.$/);
    expect(notes.slice(1)).toEqual([
      'Columns that the shop does not know are left out: Colour, Weight.',
      'Columns that the shop decides itself are left out: Id.',
    ]);
  });
});
