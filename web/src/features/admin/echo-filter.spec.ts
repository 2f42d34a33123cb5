import { EchoFilter } from './echo-filter.js';

describe('the paths of pictures that a field tells its form', () => {
  it('are told once', () => {
    const told = new EchoFilter([]);
    expect(told.isNews(['red'])).toBe(true);
    expect(told.isNews(['red'])).toBe(false);
  });

  it('come back late, when the next ones are told already, and are no form that was filled anew', () => {
    const told = new EchoFilter([]);
    told.isNews(['red']);
    told.isNews(['red', 'green']);
    expect(told.isEcho(['red'])).toBe(true);
    expect(told.isNews(['red', 'green'])).toBe(false);
    expect(told.isEcho(['red', 'green'])).toBe(true);
  });

  it('may skip what was told in between', () => {
    const told = new EchoFilter([]);
    told.isNews(['red']);
    told.isNews(['red', 'green']);
    expect(told.isEcho(['red', 'green'])).toBe(true);
    expect(told.isEcho(['red'])).toBe(false);
  });

  it('are told from what the form is filled with', () => {
    const told = new EchoFilter(['red']);
    expect(told.isEcho(['blue'])).toBe(false);
    expect(told.isNews(['blue'])).toBe(false);
    expect(told.isNews(['red'])).toBe(true);
  });
});
