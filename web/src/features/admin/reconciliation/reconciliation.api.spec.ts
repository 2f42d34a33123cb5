import { checkText, needsEyes } from './reconciliation.api.js';

describe('reconciliation texts', () => {
  it.each([
    [{ payments: 0, repaired: 0, reported: 0 }, '0 payments of the last day checked: all is well.'],
    [{ payments: 1, repaired: 0, reported: 0 }, '1 payment of the last day checked: all is well.'],
    [{ payments: 8, repaired: 2, reported: 0 }, '8 payments of the last day checked: 2 mended.'],
    [{ payments: 8, repaired: 1, reported: 1 }, '8 payments of the last day checked: 1 mended, 1 left for you.'],
  ])('sums up %j as: %s', (done, text) => {
    expect(checkText(done)).toBe(text);
  });

  it('counts the payments that the owner must check', () => {
    expect([needsEyes(1), needsEyes(2)]).toEqual(['1 payment needs your eyes', '2 payments need your eyes']);
  });
});
