import { EchoFilter } from './echo-filter.js';

describe('the echo filter', () => {
  it('sends the same paths once', () => {
    const filter = new EchoFilter([]);
    expect(filter.recordSent(['red'])).toBe(true);
    expect(filter.recordSent(['red'])).toBe(false);
  });

  it('recognises paths that come back after the next ones were sent', () => {
    const filter = new EchoFilter([]);
    filter.recordSent(['red']);
    filter.recordSent(['red', 'green']);
    expect(filter.isEcho(['red'])).toBe(true);
    expect(filter.recordSent(['red', 'green'])).toBe(false);
    expect(filter.isEcho(['red', 'green'])).toBe(true);
  });

  it('recognises the last paths when earlier ones never came back', () => {
    const filter = new EchoFilter([]);
    filter.recordSent(['red']);
    filter.recordSent(['red', 'green']);
    expect(filter.isEcho(['red', 'green'])).toBe(true);
    expect(filter.isEcho(['red'])).toBe(false);
  });

  it('starts again from the paths that the form was reset to', () => {
    const filter = new EchoFilter(['red']);
    expect(filter.isEcho(['blue'])).toBe(false);
    expect(filter.recordSent(['blue'])).toBe(false);
    expect(filter.recordSent(['red'])).toBe(true);
  });
});
