import { fitText } from './draw-text.js';

/** Every letter is half as wide as it is high. */
const measure = (line: string, size: number) => line.length * size * 0.5;
const box = { width: 500, lines: 2, from: 100, to: 20 };

describe('text in a box', () => {
  it('is as large as the box and its number of lines allow', () => {
    expect(fitText('Found once. Sold once.', box, measure)).toEqual({
      size: 90,
      lines: ['Found once.', 'Sold once.'],
    });
  });

  it('leaves no word alone on the last line', () => {
    const wide = { ...box, width: 900 };
    expect(fitText('Found once. Sold once.', wide, measure).lines).toEqual(['Found once.', 'Sold once.']);
  });

  it('never exceeds the box, however long one word is', () => {
    const { size, lines } = fitText('Chalcedonyquartzgeodes', box, measure);
    expect(lines).toHaveLength(1);
    expect(measure(lines[0]!, size)).toBeLessThanOrEqual(box.width);
  });

  it('ends in an ellipsis if it does not fit at the smallest size', () => {
    const { size, lines } = fitText('stone '.repeat(60), box, measure);
    expect(size).toBe(20);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(box.width);
  });

  it('ends in no half of an emoji', () => {
    const { lines } = fitText('🪨'.repeat(60), box, measure);
    expect(lines).toEqual([`${'🪨'.repeat(24)}…`]);
  });

  it('keeps the line breaks that were typed', () => {
    expect(fitText('One\nof one', box, measure).lines).toEqual(['One', 'of one']);
  });

  it('has no lines if nothing was typed', () => {
    expect(fitText('  ', box, measure).lines).toEqual([]);
  });
});
