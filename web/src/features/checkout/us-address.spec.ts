import { addressQuestion, usStateCode } from './us-address.js';

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

describe('a shipping address', () => {
  it.each([
    ['state', 'Atlantis', 'We do not know “Atlantis” as a US state. Please check it, or continue to keep it.'],
    ['zipCode', ' ABCDE ', 'A US zip code has five digits. Please check “ABCDE”, or continue to keep it.'],
    ['zipCode', '5263', 'A US zip code has five digits. Please check “5263”, or continue to keep it.'],
  ] as const)('is questioned if %s is %p', (field, typed, question) => {
    expect(addressQuestion(field, typed)).toBe(question);
  });

  it.each([
    ['state', 'ia'],
    ['state', ' Iowa '],
    ['zipCode', '52632'],
    ['zipCode', '52632-1234'],
    ['zipCode', '526321234'],
    ['city', 'Atlantis'],
  ] as const)('is not questioned if %s is %p', (field, typed) => {
    expect(addressQuestion(field, typed)).toBeUndefined();
  });
});
