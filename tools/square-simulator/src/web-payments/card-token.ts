import type { Card } from '../payments/payment.js';

/** What the card will do once it is charged, as Square's test values say. */
export type CardOutcome =
  'approved' | 'GENERIC_DECLINE' | 'CVV_FAILURE' | 'ADDRESS_VERIFICATION_FAILURE' | 'INVALID_EXPIRATION';

/** A token made by the card form. The card's number and CVV are never kept. */
export interface CardToken {
  token: string;
  issuedAt: string;
  usedAt?: string;
  card: Card;
  outcome: CardOutcome;
}
