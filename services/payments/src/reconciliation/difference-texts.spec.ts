import { type DifferenceKind, differenceText } from './difference-texts.js';

const facts = { amountCents: 12_905, currency: 'USD', expectedCents: null, note: null };
const words = (kind: DifferenceKind, more: object = {}) => differenceText({ kind, ...facts, ...more });

describe('what the owner is told of a difference with Square', () => {
  it.each(['unknown-attempt', 'amount', 'not-captured', 'missing', 'refund-failed', 'account-refused'] as const)(
    '%s says the amount and what to do',
    (kind) => {
      const { text, advice } = words(kind);
      expect(text).toContain('$129.05');
      expect(advice).not.toBeNull();
    },
  );

  it.each(['authorised', 'captured', 'voided', 'cancelled', 'refunded'] as const)(
    '%s says the amount, and that there is nothing to do',
    (kind) => {
      expect(words(kind)).toEqual({ text: expect.stringContaining('$129.05') as string, advice: null });
    },
  );

  it('names both amounts where they differ, and the currency where it is another', () => {
    expect(words('amount', { expectedCents: 12_900 }).text).toContain('asked $129.00');
    expect(words('amount', { currency: 'CAD' }).text).toContain('129.05 CAD');
  });

  it('tells what the shop once wrote on a payment that it no longer knows', () => {
    expect(words('unknown-attempt', { note: 'Midwest Geodes order 0A1B2C3D' }).text).toContain('order 0A1B2C3D');
  });

  it.each(['refund-failed', 'account-refused'] as const)('%s repeats the words of Square', (kind) => {
    expect(words(kind, { note: 'REFUND_DECLINED: The issuer said no.' }).text).toContain(
      'Square says: REFUND_DECLINED: The issuer said no.',
    );
  });
});
