import { declineMessage } from './decline-messages.js';

describe('the message of a decline', () => {
  it.each([
    ['GENERIC_DECLINE', /declined/],
    ['INSUFFICIENT_FUNDS', /insufficient funds/],
    ['CVV_FAILURE', /security code/],
    ['ADDRESS_VERIFICATION_FAILURE', /postal code/],
    ['INVALID_EXPIRATION', /expiration date/],
    ['CARD_EXPIRED', /expired/],
    ['CARD_TOKEN_USED', /already used/],
    ['CARD_TOKEN_EXPIRED', /enter your card again/],
  ])('explains %s to the buyer', (code, text) => {
    expect(declineMessage(code)).toMatch(text);
  });

  it("never shows Square's code to the buyer", () => {
    for (const code of ['GENERIC_DECLINE', 'CVV_FAILURE', 'SOMETHING_NEW'])
      expect(declineMessage(code)).not.toMatch(/_/);
  });

  it('falls back to the message of the specification', () => {
    expect(declineMessage('SOMETHING_NEW')).toBe('Payment processing failed');
    expect(declineMessage('constructor')).toBe('Payment processing failed');
  });
});
