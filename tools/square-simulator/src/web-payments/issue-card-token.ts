import { z } from 'zod';
import { type Account, timestamp } from '../account.js';
import { type Card, randomId } from '../payments/payment.js';
import { cardFingerprint } from '../payments/card-source.js';
import type { Answer } from '../square-api.js';
import { checked } from '../validation.js';
import { type CardEntry, brandOf, digitsOf, parseExpirationDate, problemsWith } from './card-rules.js';

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

const cardEntry = z.object({
  cardNumber: z.string().max(40),
  expirationDate: z.string().max(10),
  cvv: z.string().max(10),
  postalCode: z.string().max(20),
});

/** Square's test card for a 3-D Secure challenge. */
const CHALLENGED = '4310000000201019';

/** Square's test values: well-formed wrong data produces a token whose payment fails. */
const outcomeOf = ({ cardNumber, expirationDate, cvv, postalCode }: CardEntry): CardOutcome => {
  if (digitsOf(cardNumber) === '4000000000000002') return 'GENERIC_DECLINE';
  if (expirationDate === '01/40') return 'INVALID_EXPIRATION';
  if (cvv === '911') return 'CVV_FAILURE';
  if (postalCode.trim() === '99999') return 'ADDRESS_VERIFICATION_FAILURE';
  return 'approved';
};

/** Issues a single-use token for a card. Returns the error of each field otherwise. */
export const issueCardToken = (account: Account, body: unknown): Answer => {
  const entry = checked(cardEntry, body);
  const problems = problemsWith(entry, new Date());
  const expiry = parseExpirationDate(entry.expirationDate);
  if (problems.length > 0 || !expiry) return { status: 422, body: { problems } };
  const number = digitsOf(entry.cardNumber);
  const shown = {
    card_brand: brandOf(number).code,
    last_4: number.slice(-4),
    exp_month: expiry.month,
    exp_year: expiry.year,
    card_type: 'CREDIT',
    prepaid_type: 'NOT_PREPAID',
    bin: number.slice(0, 6),
  };
  const card: Card = { ...shown, fingerprint: cardFingerprint(shown) };
  const token = `cnon:${randomId(32)}`;
  account.ledger.commit({
    tokens: [{ token, issuedAt: timestamp(), card, outcome: outcomeOf(entry) }],
  });
  const { card_brand: brand, last_4: last4, exp_month: expMonth, exp_year: expYear } = shown;
  return {
    status: 200,
    body: {
      token,
      challenge: number === CHALLENGED,
      card: { brand, last4, expMonth, expYear, cardType: 'CREDIT', prepaidType: 'NOT_PREPAID' },
      billing: { postalCode: entry.postalCode.trim() },
    },
  };
};
