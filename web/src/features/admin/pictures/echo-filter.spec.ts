import { EchoFilter } from './echo-filter.js';

describe('the paths of pictures that a field tells its form', () => {
  it('are told once', () => {
    const told = new EchoFilter([]);
    expect(told.recordSent(['red'])).toBe(true);
    expect(told.recordSent(['red'])).toBe(false);
  });

  it('come back late, when the next ones are told already, and are no form that was filled anew', () => {
    const told = new EchoFilter([]);
    told.recordSent(['red']);
    told.recordSent(['red', 'green']);
    expect(told.isEcho(['red'])).toBe(true);
    expect(told.recordSent(['red', 'green'])).toBe(false);
    expect(told.isEcho(['red', 'green'])).toBe(true);
  });

  it('may skip what was told in between', () => {
    const told = new EchoFilter([]);
    told.recordSent(['red']);
    told.recordSent(['red', 'green']);
    expect(told.isEcho(['red', 'green'])).toBe(true);
    expect(told.isEcho(['red'])).toBe(false);
  });

  it('are told from what the form is filled with', () => {
    const told = new EchoFilter(['red']);
    expect(told.isEcho(['blue'])).toBe(false);
    expect(told.recordSent(['blue'])).toBe(false);
    expect(told.recordSent(['red'])).toBe(true);
  });
});
