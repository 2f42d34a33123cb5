export const PAYMENT_STATES = [
  'authorising',
  'authorised',
  'declined',
  'capturing',
  'captured',
  'voiding',
  'voided',
  'refunded',
] as const;

export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * What may follow what. `voided` and `declined` are final for the checkout; money that Square nevertheless took for
 * such an attempt is given back, which is the one step that may still follow. Nothing that is being captured is voided
 * on purpose: `capturing` leads to `voided` only where Square says that the authorisation is gone. `captured` leads to
 * `refunded` only where the orders service says that no order stands for it; what the owner gives back of an order's
 * payment changes nothing here.
 */
const FOLLOWS: Record<PaymentState, readonly PaymentState[]> = {
  authorising: ['authorised', 'declined', 'voiding'],
  authorised: ['capturing', 'voiding', 'captured', 'voided'],
  capturing: ['captured', 'voided'],
  voiding: ['voided', 'refunded'],
  captured: ['refunded'],
  declined: ['refunded'],
  voided: ['refunded'],
  refunded: [],
};

export const mayFollow = (from: PaymentState, to: PaymentState): boolean => FOLLOWS[from].includes(to);

/** Throws where the table does not allow one of the moves: a mistake in the code, not in the data. */
export const assertTransition = (from: readonly PaymentState[], to: PaymentState): void => {
  const wrong = from.find((state) => !mayFollow(state, to));
  if (wrong) throw new Error(`A payment that is ${wrong} never becomes ${to}`);
};
