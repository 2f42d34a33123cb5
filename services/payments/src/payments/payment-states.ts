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
 * The allowed transitions.
 * - `voided`, `declined` (by the card's issuer) and `refused` (by Square, because of the shop's account) are final for the
 *   checkout. Only a refund may follow, if Square captured the payment nevertheless.
 * - `capturing` becomes `voided` only if Square says that the authorisation is gone.
 * - `captured` becomes `refunded` only if the orders service says that the attempt has no order. Refunds by the owner do
 *   not change the state.
 * - `owed`: the charge must be returned, but Square refused the refund or failed to carry it out.
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

/** Throws if the table does not allow one of the transitions: a mistake in the code, not in the data. */
export const assertTransition = (from: readonly PaymentState[], to: PaymentState): void => {
  const wrong = from.find((state) => !mayFollow(state, to));
  if (wrong) throw new Error(`A payment that is ${wrong} never becomes ${to}`);
};
