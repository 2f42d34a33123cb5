import { differenceText } from './difference-texts.js';
import type { DifferenceKind } from './difference.entity.js';

const details = { amountCents: 12_905, currency: 'USD', expectedCents: null, note: null };
const textOf = (kind: DifferenceKind, more: object = {}) => differenceText({ kind, ...details, ...more });

describe('the text of a reconciliation difference', () => {
  it.each(['unknown-attempt', 'amount', 'not-captured', 'missing', 'refund-failed', 'account-refused'] as const)(
    'names the amount and gives advice for %s',
    (kind) => {
      const { text, advice } = textOf(kind);
      expect(text).toContain('$129.05');
      expect(advice).not.toBeNull();
    },
  );

  it.each(['authorised', 'captured', 'voided', 'cancelled', 'refunded'] as const)(
    'names the amount and gives no advice for %s, which is repaired',
    (kind) => {
      expect(textOf(kind)).toEqual({ text: expect.stringContaining('$129.05') as string, advice: null });
    },
  );

  it('names both amounts if they differ, and the currency if it is not USD', () => {
    expect(textOf('amount', { expectedCents: 12_900 }).text).toContain('asked $129.00');
    expect(textOf('amount', { currency: 'CAD' }).text).toContain('129.05 CAD');
  });

  it("quotes the shop's note on a payment of an unknown attempt", () => {
    expect(textOf('unknown-attempt', { note: 'Midwest Geodes order 0A1B2C3D' }).text).toContain('order 0A1B2C3D');
  });

  it.each(['refund-failed', 'account-refused'] as const)("quotes Square's text for %s", (kind) => {
    expect(textOf(kind, { note: 'REFUND_DECLINED: The issuer said no.' }).text).toContain(
      'Square says: REFUND_DECLINED: The issuer said no.',
    );
  });
});
