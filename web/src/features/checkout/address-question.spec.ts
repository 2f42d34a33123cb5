import { addressQuestion } from './address-question.js';

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
