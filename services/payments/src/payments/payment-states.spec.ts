import { assertTransition, mayFollow, PAYMENT_STATES, type PaymentState } from './payment-states.js';

const following = (from: PaymentState) => PAYMENT_STATES.filter((to) => mayFollow(from, to));

describe('payment states', () => {
  it('never voids a payment that is being captured on purpose', () => {
    expect(mayFollow('capturing', 'voiding')).toBe(false);
  });

  it('never captures what is being voided; what Square captured nevertheless goes back', () => {
    expect(mayFollow('voiding', 'capturing')).toBe(false);
    expect(mayFollow('voided', 'capturing')).toBe(false);
    expect(following('voiding')).toEqual(['voided', 'refunded', 'owed']);
  });

  it('never authorises again after a void or a decline', () => {
    for (const state of ['voiding', 'voided', 'declined', 'refused'] as const)
      expect(mayFollow(state, 'authorised')).toBe(false);
  });

  it('lets a captured payment be refunded and nothing else, and follows its refund where that fails', () => {
    expect(following('captured')).toEqual(['refunded', 'owed']);
    expect(following('refunded')).toEqual(['owed']);
    expect(following('owed')).toEqual(['refunded']);
  });

  it.each(['voided', 'declined', 'refused'] as const)(
    'lets money taken for a %s attempt be refunded, no more',
    (state) => {
      expect(following(state)).toEqual(['refunded', 'owed']);
    },
  );

  it('brings every attempt to an end: each state that is not final has a way out', () => {
    const final: PaymentState[] = ['captured', 'refunded', 'declined', 'refused', 'voided'];
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
