export const PAYMENT_STATES = [
  'authorising',
  'authorised',
  'declined',
  'capturing',
  'captured',
  'voiding',
  'voided',
  'refunded',
  'refused',
  'owed',
] as const;

export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * What may follow what. `voided`, `declined` (by the card's issuer) and `refused` (by Square, for a reason of the shop's
 * account) are final for the checkout; money that Square nevertheless took for such an attempt is refunded, which is the
 * one step that may still follow. Nothing that is being captured is voided on purpose: `capturing` leads to `voided` only
 * where Square says that the authorisation is gone. `captured` leads to `refunded` only where the orders service says that
 * no order stands for it; what the owner refunds of an order's payment changes nothing here. `owed` is money that must go
 * back and has not: Square refused the refund, or took it and could not carry it out.
 */
const FOLLOWS: Record<PaymentState, readonly PaymentState[]> = {
  authorising: ['authorised', 'declined', 'refused', 'voiding'],
  authorised: ['capturing', 'voiding', 'captured', 'voided'],
  capturing: ['captured', 'voided'],
  voiding: ['voided', 'refunded', 'owed'],
  captured: ['refunded', 'owed'],
  declined: ['refunded', 'owed'],
  voided: ['refunded', 'owed'],
  refused: ['refunded', 'owed'],
  refunded: ['owed'],
  owed: ['refunded'],
};

export const mayFollow = (from: PaymentState, to: PaymentState): boolean => FOLLOWS[from].includes(to);

/** Throws where the table does not allow one of the moves: a mistake in the code, not in the data. */
export const assertTransition = (from: readonly PaymentState[], to: PaymentState): void => {
  const wrong = from.find((state) => !mayFollow(state, to));
  if (wrong) throw new Error(`A payment that is ${wrong} never becomes ${to}`);
};
