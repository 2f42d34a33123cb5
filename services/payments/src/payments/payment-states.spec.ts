import { assertTransition, mayFollow, PAYMENT_STATES, type PaymentState } from './payment-states.js';

const following = (from: PaymentState) => PAYMENT_STATES.filter((to) => mayFollow(from, to));

describe('payment states', () => {
  it('never voids a payment that is being captured on purpose', () => {
    expect(mayFollow('capturing', 'voiding')).toBe(false);
  });

  it('never captures what is being voided; what Square captured nevertheless goes back', () => {
    expect(mayFollow('voiding', 'capturing')).toBe(false);
    expect(mayFollow('voided', 'capturing')).toBe(false);
    expect(following('voiding')).toEqual(['voided', 'refunded']);
  });

  it('never authorises again after a void or a decline', () => {
    for (const state of ['voiding', 'voided', 'declined'] as const) expect(mayFollow(state, 'authorised')).toBe(false);
  });

  it('lets what was captured only go back, and leaves refunded for ever as it is', () => {
    expect(following('captured')).toEqual(['refunded']);
    expect(following('refunded')).toEqual([]);
  });

  it('lets money go back that was taken for a voided or declined attempt, and nothing else', () => {
    expect(following('voided')).toEqual(['refunded']);
    expect(following('declined')).toEqual(['refunded']);
  });

  it('brings every attempt to an end: each state that is not final has a way out', () => {
    const final: PaymentState[] = ['captured', 'refunded', 'declined', 'voided'];
    for (const state of PAYMENT_STATES) {
      const reached = new Set<PaymentState>([state]);
      for (const each of reached) following(each).forEach((next) => reached.add(next));
      expect([...reached].some((each) => final.includes(each))).toBe(true);
    }
  });

  it('throws on a move that the table does not know', () => {
    expect(() => assertTransition(['authorised', 'captured'], 'voiding')).toThrow('captured never becomes voiding');
    expect(() => assertTransition(['authorising', 'authorised'], 'voiding')).not.toThrow();
  });
});
