import { fitText } from './fit-text.js';

/** Every letter is half as wide as it is high. */
const measure = (line: string, size: number) => line.length * size * 0.5;
const box = { width: 500, lines: 2, from: 100, to: 20 };

describe('words in a box', () => {
  it('are as large as the box allows, on as many lines as it has', () => {
    expect(fitText('Found once. Sold once.', box, measure)).toEqual({
      size: 90,
      lines: ['Found once.', 'Sold once.'],
    });
  });

  it('leave no word alone on the last line', () => {
    const wide = { ...box, width: 900 };
    expect(fitText('Found once. Sold once.', wide, measure).lines).toEqual(['Found once.', 'Sold once.']);
  });

  it('never leave the box, however long one word is', () => {
    const { size, lines } = fitText('Chalcedonyquartzgeodes', box, measure);
    expect(lines).toHaveLength(1);
    expect(measure(lines[0]!, size)).toBeLessThanOrEqual(box.width);
  });

  it('end in an ellipsis where even the smallest letters are too many', () => {
    const { size, lines } = fitText('stone '.repeat(60), box, measure);
    expect(size).toBe(20);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(box.width);
  });

  it('keep the breaks that were typed', () => {
    expect(fitText('One\nof one', box, measure).lines).toEqual(['One', 'of one']);
  });

  it('are none where nothing was typed', () => {
    expect(fitText('  ', box, measure).lines).toEqual([]);
  });
});
