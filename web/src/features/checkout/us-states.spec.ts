import { usStateCode } from './us-states.js';

describe('the code of a US state', () => {
  it.each([
    ['Iowa', 'IA'],
    ['iowa', 'IA'],
    ['IA', 'IA'],
    [' ia ', 'IA'],
    ['new  york', 'NY'],
    ['District of Columbia', 'DC'],
    ['D.C.', 'DC'],
    ['Puerto Rico', 'PR'],
    ['AE', 'AE'],
  ])('of %p is %s', (typed, code) => {
    expect(usStateCode(typed)).toBe(code);
  });

  it.each(['', '   ', 'Atlantis', 'Ontario', 'ZZ', '50'])('is unknown for %p', (typed) => {
    expect(usStateCode(typed)).toBeUndefined();
  });
});
