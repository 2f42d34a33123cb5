import type { ImportCheck } from '@geodes/contracts';
import { checkText, checkNotes } from './import-text.js';

const geode = (line: number) => ({ line, title: 'Evening', price: '10.00', quantity: 1, pictures: 1 });
const problem = (line: number) => ({ line, column: 'Price', reason: 'Price must be below $1,000,000.' });
const picture = { name: 'a.jpg', reason: 'No line of the file names this picture.' };
const check = (change: Partial<ImportCheck> = {}): ImportCheck => ({
  geodes: [geode(2)],
  problems: [],
  pictureProblems: [],
  leftOut: [],
  unknown: [],
  importedAt: null,
  ...change,
});

describe('import texts', () => {
  it.each([
    [check(), 0, '1 geode can be added. Nothing is changed yet.'],
    [check({ geodes: [geode(2), geode(3)] }), 1, '2 geodes with 1 picture can be added. Nothing is changed yet.'],
    [check({ problems: [problem(3)] }), 0, 'Nothing can be added yet: 1 line does not fit.'],
    [check({ pictureProblems: [picture] }), 3, 'Nothing can be added yet: 1 picture does not fit.'],
    [
      check({ problems: [problem(4), problem(4), problem(5)], pictureProblems: [picture] }),
      3,
      'Nothing can be added yet: 2 lines and 1 picture do not fit.',
    ],
  ])('say how many geodes can be added, or what does not fit', (checked, pictures, text) =>
    expect(checkText(checked, pictures)).toBe(text),
  );

  it('name the ignored columns, and say when the file was imported before', () => {
    expect(checkNotes(check())).toEqual([]);
    const notes = checkNotes(
      check({ unknown: ['Colour', 'Weight'], leftOut: ['Id'], importedAt: '2026-11-21T12:00:00Z' }),
    );
    expect(notes[0]).toMatch(/^This file was imported on Nov 21, 2026.* once more\.$/);
    expect(notes.slice(1)).toEqual([
      'Columns that the shop does not know are left out: Colour, Weight.',
      'Columns that the shop decides itself are left out: Id.',
    ]);
  });
});
