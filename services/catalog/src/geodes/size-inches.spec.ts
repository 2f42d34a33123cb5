import { sizeInches } from './size-inches.js';

describe('the size that the filter goes by', () => {
  it.each([
    ['3', 3],
    ['2.99 inches', 2.99],
    ['4 x 3 inches', 4],
    ['3x4.5x2"', 4.5],
    ['2-3 inches', 3],
    ['5.5" - 6"', 6],
    ['approx. 6in', 6],
    ['.5 inch', 0.5],
    ['3 1/2"', 3.5],
    ['3-1/2 x 2 inches', 3.5],
    ['5 7/8 in', 5.875],
    ['3/4 inch', 0.75],
    ['3½ inches', 3.5],
    ['2 ¼ x 2 ¾', 2.75],
    ['1/0', 1],
    ['10" across', 10],
  ])('is the largest number in "%s": %d', (text, inches) => expect(sizeInches(text)).toBe(inches));

  it.each(['palm sized', '', 'large'])('is unknown in "%s", which has no number', (text) =>
    expect(sizeInches(text)).toBeNull(),
  );

  it('leaves out a number too large to be one', () => expect(sizeInches(`${'9'.repeat(400)} or 2`)).toBe(2));
});
