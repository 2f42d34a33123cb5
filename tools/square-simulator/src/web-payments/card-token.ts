import type { Card } from '../payments/payment.js';

/** The card's behaviour when charged, chosen by Square's test values. */
export type CardOutcome =
  'approved' | 'GENERIC_DECLINE' | 'CVV_FAILURE' | 'ADDRESS_VERIFICATION_FAILURE' | 'INVALID_EXPIRATION';

/** A token of the card form. Number and CVV are never stored. */
export interface CardToken {
  token: string;
  issuedAt: string;
  usedAt?: string;
  card: Card;
  outcome: CardOutcome;
}
