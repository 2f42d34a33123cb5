import { assertTransition, mayFollow, PAYMENT_STATES, type PaymentState } from './payment.entity.js';

const following = (from: PaymentState) => PAYMENT_STATES.filter((to) => mayFollow(from, to));

describe('payment states', () => {
  it('never void a payment that is being captured', () => {
    expect(mayFollow('capturing', 'voiding')).toBe(false);
  });

  it('never capture a payment that is being voided, but refund it if Square captured it nevertheless', () => {
    expect(mayFollow('voiding', 'capturing')).toBe(false);
    expect(mayFollow('voided', 'capturing')).toBe(false);
    expect(following('voiding')).toEqual(['voided', 'refunded', 'owed']);
  });

  it('never authorise again after a void or a decline', () => {
    for (const state of ['voiding', 'voided', 'declined', 'refused'] as const)
      expect(mayFollow(state, 'authorised')).toBe(false);
  });

  it('allow only a refund of a captured payment, and follow the refund if it fails', () => {
    expect(following('captured')).toEqual(['refunded', 'owed']);
    expect(following('refunded')).toEqual(['owed']);
    expect(following('owed')).toEqual(['refunded']);
  });

  it.each(['voided', 'declined', 'refused'] as const)('allow only a refund of a charge for a %s attempt', (state) => {
    expect(following(state)).toEqual(['refunded', 'owed']);
  });

  it('lead every attempt to a final state', () => {
    const final: PaymentState[] = ['captured', 'refunded', 'declined', 'refused', 'voided'];
    for (const state of PAYMENT_STATES) {
      const reached = new Set<PaymentState>([state]);
      for (const each of reached) following(each).forEach((next) => reached.add(next));
      expect([...reached].some((each) => final.includes(each))).toBe(true);
    }
  });

  it('throw on a transition that the table does not allow', () => {
    expect(() => assertTransition(['authorised', 'captured'], 'voiding')).toThrow('captured never becomes voiding');
    expect(() => assertTransition(['authorising', 'authorised'], 'voiding')).not.toThrow();
  });
});
