import { z } from 'zod';
import { type Account, timestamp } from '../account.js';
import type { ErrorReply } from '../faults/fault-queue.js';
import { once } from '../ledger/idempotency.js';
import type { Answer } from '../square-api.js';
import { type SquareErrorEntry, refuse } from '../square-error.js';
import { checked, idempotencyKey, money, optional, squareCode } from '../validation.js';
import { type CardSource, HANGING_TOKEN, findCardSource } from './card-token.js';
import { type CardDetails, type Payment, captured, newVersionToken, randomId } from './payment.js';

const DURATION = /^P(?!$)(?:(\d{1,9})W|(?:(\d{1,9})D)?(?:T(?!$)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;
const SECONDS_OF_PARTS = [7 * 86_400, 86_400, 3_600, 60, 1];

/** Parses an RFC 3339 duration (`PT10M`, `P7D`, `PT168H`) to ms; undefined for others, years and months included. */
export const durationMs = (text: string): number | undefined => {
  const parts = DURATION.exec(text)?.slice(1);
  return parts?.reduce((ms, count = '0', place) => ms + Number(count) * (SECONDS_OF_PARTS[place] ?? 0) * 1_000, 0);
};

/** Square's minimum for the US is not documented; zero is certainly below it. */
const chargeable = money.refine(({ amount }) => amount > 0, {
  ...squareCode('AMOUNT_TOO_LOW', 'The amount is below what can be charged'),
  path: ['amount'],
});

/** POST /v2/payments. Lengths as Square's OpenAPI file says; other fields are accepted and ignored. */
const createPaymentRequest = z.object({
  source_id: z.string().min(1),
  idempotency_key: idempotencyKey,
  amount_money: chargeable,
  autocomplete: optional(z.boolean()),
  delay_duration: optional(z.string()),
  delay_action: optional(z.enum(['CANCEL'])),
  location_id: optional(z.string().min(1).max(50)),
  reference_id: optional(z.string().max(40)),
  note: optional(z.string().max(500)),
  buyer_email_address: optional(z.string().max(255)),
});
type CreatePaymentRequest = z.output<typeof createPaymentRequest>;

/** Square gives each seller the currency of their country. */
const CURRENCY = 'USD';
/** Card not present: seven days, as Square's samples write it. */
const MAX_DELAY = 'PT168H';
const STATEMENT = 'SQ *GEODES';

/** POST /v2/payments: authorises, and with `autocomplete` (the default) captures at once; a `decline` fails it. */
export const createPayment = (account: Account, body: unknown, decline?: ErrorReply): Answer => {
  const request = checked(createPaymentRequest, body);
  const answer = once(account, { scope: 'create', key: request.idempotency_key, body }, () => {
    const delayMs = checkedDelay(request, account.config.shortestDelayMs);
    checkCurrency(request);
    const source = findCardSource(account.ledger, request.source_id);
    const payment = charge(account, request, { ...source, decline: declined(source, decline) }, delayMs);
    const errors = payment.card_details.errors;
    return {
      status: errors ? (decline?.status ?? 400) : 200,
      body: errors ? { errors, payment } : { payment },
      subjectId: payment.id,
      change: {
        payments: [payment],
        tokens: source.token ? [{ ...source.token, usedAt: payment.created_at }] : undefined,
      },
    };
  });
  return { ...answer, withheld: request.source_id === HANGING_TOKEN };
};

/** Parses delay_duration to ms. Throws INVALID_VALUE if it is malformed or outside Square's range. */
const checkedDelay = (request: CreatePaymentRequest, shortestMs: number): number => {
  if (request.delay_duration !== undefined && request.autocomplete !== false)
    throw refuse('BAD_REQUEST', 'delay_duration is only for payments with autocomplete false.', 'delay_duration');
  const ms = durationMs(request.delay_duration ?? MAX_DELAY);
  if (ms === undefined) throw refuse('INVALID_VALUE', 'delay_duration is not an RFC 3339 duration.', 'delay_duration');
  if (ms < shortestMs || ms > (durationMs(MAX_DELAY) ?? 0))
    throw refuse('INVALID_VALUE', 'delay_duration is between 1 minute and 7 days.', 'delay_duration');
  return ms;
};

const checkCurrency = ({ amount_money }: CreatePaymentRequest): void => {
  if (amount_money.currency !== CURRENCY)
    throw refuse('INVALID_VALUE', `This seller takes ${CURRENCY}.`, 'amount_money.currency');
};

/** Returns the decline of a fault, else that of the card. */
const declined = ({ outcome }: CardSource, asked?: ErrorReply): SquareErrorEntry | undefined => {
  const code = asked?.code ?? outcome;
  if (code === 'approved') return undefined;
  return { category: 'PAYMENT_METHOD_ERROR', code, detail: asked?.detail ?? `Authorization error: '${code}'` };
};

interface Charge extends CardSource {
  decline?: SquareErrorEntry;
}

const charge = (account: Account, request: CreatePaymentRequest, source: Charge, delayMs: number): Payment => {
  const at = timestamp();
  const id = `${randomId(27)}ZY`;
  const { amount_money } = request;
  const isApproved = !source.decline;
  const isDelayed = request.autocomplete === false;
  const payment: Payment = {
    id,
    created_at: at,
    updated_at: at,
    amount_money,
    total_money: amount_money,
    approved_money: isApproved ? amount_money : { ...amount_money, amount: 0 },
    status: isApproved ? 'APPROVED' : 'FAILED',
    delay_duration: isDelayed ? (request.delay_duration ?? MAX_DELAY) : undefined,
    delay_action: isDelayed ? 'CANCEL' : undefined,
    delayed_until: isDelayed ? new Date(Date.parse(at) + delayMs).toISOString() : undefined,
    source_type: 'CARD',
    card_details: source.decline ? failedDetails(source, source.decline, at) : authorisedDetails(source, at),
    location_id: request.location_id ?? account.config.locationId,
    order_id: randomId(22),
    reference_id: request.reference_id,
    note: request.note,
    buyer_email_address: request.buyer_email_address,
    risk_evaluation: isApproved ? { created_at: at, risk_level: 'NORMAL' } : undefined,
    capabilities: isApproved ? ['EDIT_AMOUNT_UP', 'EDIT_AMOUNT_DOWN'] : undefined,
    receipt_number: isApproved ? id.slice(0, 4) : undefined,
    application_details: { square_product: 'ECOMMERCE_API', application_id: account.config.applicationId },
    version_token: newVersionToken(),
  };
  return isApproved && !isDelayed ? captured(payment, at) : payment;
};

const authorisedDetails = ({ card }: CardSource, at: string): CardDetails => ({
  status: 'AUTHORIZED',
  card,
  entry_method: 'KEYED',
  cvv_status: 'CVV_ACCEPTED',
  avs_status: 'AVS_ACCEPTED',
  auth_result_code: randomId(6),
  statement_description: STATEMENT,
  card_payment_timeline: { authorized_at: at },
});

/** As a recorded decline looks: an authorisation time, but no card type, and checks only where one failed. */
const failedDetails = (
  { card: { card_type: _, prepaid_type: __, ...card } }: CardSource,
  decline: SquareErrorEntry,
  at: string,
): CardDetails => ({
  status: 'FAILED',
  card,
  entry_method: 'KEYED',
  cvv_status: decline.code === 'CVV_FAILURE' ? 'CVV_REJECTED' : undefined,
  avs_status: decline.code === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : undefined,
  statement_description: STATEMENT,
  errors: [decline],
  card_payment_timeline: { authorized_at: at },
});
