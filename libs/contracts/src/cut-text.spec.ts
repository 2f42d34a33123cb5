import { cutText } from './cut-text.js';

describe('a text that is cut', () => {
  it.each([
    ['Geode', 9, 'Geode'],
    ['Geode', 5, 'Geode'],
    ['Geode', 3, 'Geo'],
    ['Ge\u0301ode', 2, 'G'],
    ['Rock 🪨🪨', 8, 'Rock 🪨'],
    ['Rock 🪨🪨', 6, 'Rock '],
    ['Us 👨\u200d👩\u200d👧 two', 9, 'Us '],
    ['By 🇺🇸🇨🇦', 9, 'By 🇺🇸'],
    ['🪨', 1, ''],
    ['Geode', 0, ''],
  ])('%j to %i ends between two letters: %j', (text, length, beginning) =>
    expect(cutText(text, length)).toBe(beginning),
  );
});
