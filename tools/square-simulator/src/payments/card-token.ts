import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Account, timestamp } from '../account.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Answer } from '../square-api.js';
import { refuse } from '../square-error.js';
import { checked } from '../validation.js';
import { type CardEntry, brandOf, digitsOf, parseExpirationDate, problemsWith } from '../web-payments/card-rules.js';
import { type Card, randomId } from './payment.js';

/** The card's behaviour when charged, chosen by Square's test values. */
type CardOutcome =
  'approved' | 'GENERIC_DECLINE' | 'CVV_FAILURE' | 'ADDRESS_VERIFICATION_FAILURE' | 'INVALID_EXPIRATION';

/** A token of the card form. Number and CVV are never stored. */
export interface CardToken {
  token: string;
  issuedAt: string;
  usedAt?: string;
  card: Card;
  outcome: CardOutcome;
}

const TOKEN_LIFE_MS = 24 * 60 * 60 * 1_000;

const cardEntry = z.object({
  cardNumber: z.string().max(40),
  expirationDate: z.string().max(10),
  cvv: z.string().max(10),
  postalCode: z.string().max(20),
});

/** Square's test card for a 3-D Secure challenge. */
const CHALLENGED = '4310000000201019';

/** Issues a single-use token for a card. Returns the error of each field otherwise. */
export const issueCardToken = (account: Account, body: unknown): Answer => {
  const entry = checked(cardEntry, body);
  const problems = problemsWith(entry, new Date());
  const expiry = parseExpirationDate(entry.expirationDate);
  if (problems.length > 0 || !expiry) return { status: 422, body: { problems } };
  const number = digitsOf(entry.cardNumber);
  const card = cardOf(number, expiry);
  const token = `cnon:${randomId(32)}`;
  account.ledger.commit({
    tokens: [{ token, issuedAt: timestamp(), card, outcome: outcomeOf(entry) }],
  });
  const { card_brand: brand, last_4: last4, exp_month: expMonth, exp_year: expYear } = card;
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

const USED_TOKEN = 'cnon:card-nonce-already-used';
/** Not one of Square's: records the authorisation and never responds, even to repeats. */
export const HANGING_TOKEN = 'cnon:simulator-hang';
/** Square's documented sandbox tokens, which may be used any number of times. */
const SANDBOX_TOKENS = new Map<string, CardOutcome>([
  ['cnon:card-nonce-ok', 'approved'],
  ['cnon:card-nonce-declined', 'GENERIC_DECLINE'],
  ['cnon:card-nonce-rejected-cvv', 'CVV_FAILURE'],
  ['cnon:card-nonce-rejected-postalcode', 'ADDRESS_VERIFICATION_FAILURE'],
  ['cnon:card-nonce-rejected-expiration', 'INVALID_EXPIRATION'],
  [HANGING_TOKEN, 'approved'],
]);

export interface CardSource {
  card: Card;
  outcome: CardOutcome;
  /** A token of the card form, which this charge uses up. */
  token?: CardToken;
}

/** Resolves a source. Throws CARD_TOKEN_USED, CARD_TOKEN_EXPIRED, or INVALID_VALUE for an unknown source. */
export const findCardSource = (ledger: Ledger, sourceId: string): CardSource => {
  const outcome = SANDBOX_TOKENS.get(sourceId);
  if (outcome)
    return { card: cardOf('4111111111111111', { month: 12, year: new Date().getUTCFullYear() + 4 }), outcome };
  const token = ledger.token(sourceId);
  if (sourceId === USED_TOKEN || token?.usedAt)
    throw refuse('CARD_TOKEN_USED', 'The card token has been used already.', 'source_id');
  if (!token) throw refuse('INVALID_VALUE', 'Invalid source: it names no card token, card or wallet.', 'source_id');
  if (Date.parse(token.issuedAt) + TOKEN_LIFE_MS <= Date.now())
    throw refuse('CARD_TOKEN_EXPIRED', 'The card token has expired.', 'source_id');
  return { card: token.card, outcome: token.outcome, token };
};

/** Square's test values: well-formed wrong data produces a token whose payment fails. */
const outcomeOf = ({ cardNumber, expirationDate, cvv, postalCode }: CardEntry): CardOutcome => {
  if (digitsOf(cardNumber) === '4000000000000002') return 'GENERIC_DECLINE';
  if (expirationDate === '01/40') return 'INVALID_EXPIRATION';
  if (cvv === '911') return 'CVV_FAILURE';
  if (postalCode.trim() === '99999') return 'ADDRESS_VERIFICATION_FAILURE';
  return 'approved';
};

/** Returns what Square displays of a card. The fingerprint is derived from that only, so it reveals nothing more. */
const cardOf = (number: string, { month, year }: { month: number; year: number }): Card => {
  const card = {
    card_brand: brandOf(number).code,
    last_4: number.slice(-4),
    exp_month: month,
    exp_year: year,
    card_type: 'CREDIT',
    prepaid_type: 'NOT_PREPAID',
    bin: number.slice(0, 6),
  };
  const displayed = [card.card_brand, card.bin, card.last_4, month, year].join(' ');
  return { ...card, fingerprint: `sq-1-${createHash('sha256').update(displayed).digest('base64url')}` };
};
