import { createHash } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.js';
import { refuse } from '../square-error.js';
import type { CardOutcome, CardToken } from '../web-payments/issue-card-token.js';
import type { Card } from './payment.js';

const TOKEN_LIFE_MS = 24 * 60 * 60 * 1_000;

/** Derived from the displayed card data only, so it reveals nothing more. */
export const cardFingerprint = (card: Omit<Card, 'fingerprint'>): string =>
  `sq-1-${createHash('sha256')
    .update([card.card_brand, card.bin, card.last_4, card.exp_month, card.exp_year].join(' '))
    .digest('base64url')}`;

const sandboxCard = (): Card => {
  const card = {
    card_brand: 'VISA',
    last_4: '1111',
    exp_month: 12,
    exp_year: new Date().getUTCFullYear() + 4,
    card_type: 'CREDIT',
    prepaid_type: 'NOT_PREPAID',
    bin: '411111',
  };
  return { ...card, fingerprint: cardFingerprint(card) };
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
  if (outcome) return { card: sandboxCard(), outcome };
  const token = ledger.token(sourceId);
  if (sourceId === USED_TOKEN || token?.usedAt)
    throw refuse('CARD_TOKEN_USED', 'The card token has been used already.', 'source_id');
  if (!token) throw refuse('INVALID_VALUE', 'Invalid source: it names no card token, card or wallet.', 'source_id');
  if (Date.parse(token.issuedAt) + TOKEN_LIFE_MS <= Date.now())
    throw refuse('CARD_TOKEN_EXPIRED', 'The card token has expired.', 'source_id');
  return { card: token.card, outcome: token.outcome, token };
};
