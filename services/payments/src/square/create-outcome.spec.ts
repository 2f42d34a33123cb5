import { inspect } from 'node:util';
import { SquareError } from 'square';
import { classifyFailedCreate } from './create-outcome.js';
import { toSquareFailure } from './square-failure.js';

const judge = (statusCode: number | undefined, ...errors: object[]) =>
  classifyFailedCreate(
    toSquareFailure('create', new SquareError({ statusCode, body: statusCode ? { errors } : undefined })),
  );

describe('what a failed authorisation means', () => {
  it.each([
    'GENERIC_DECLINE',
    'CVV_FAILURE',
    'ADDRESS_VERIFICATION_FAILURE',
    'INVALID_EXPIRATION',
    'INSUFFICIENT_FUNDS',
  ])('takes %s for a decline, whatever the status', (code) => {
    for (const status of [400, 402, 422])
      expect(judge(status, { category: 'PAYMENT_METHOD_ERROR', code })).toEqual({ outcome: 'declined', code });
  });

  it.each(['CARD_TOKEN_USED', 'CARD_TOKEN_EXPIRED'])(
    'takes %s for a decline: the buyer enters the card again',
    (code) => {
      expect(judge(400, { category: 'INVALID_REQUEST_ERROR', code })).toEqual({ outcome: 'declined', code });
    },
  );

  it('takes an invalid token for wrong card data', () => {
    for (const code of ['NOT_FOUND', 'INVALID_VALUE'])
      expect(judge(400, { category: 'INVALID_REQUEST_ERROR', code, field: 'source_id' })).toEqual({
        outcome: 'declined',
        code: 'INVALID_CARD_DATA',
      });
  });

  it.each([
    ['PAYMENT_METHOD_ERROR', 'INSUFFICIENT_PERMISSIONS'],
    ['PAYMENT_METHOD_ERROR', 'PAYMENT_LIMIT_EXCEEDED'],
    ['PAYMENT_METHOD_ERROR', 'INVALID_LOCATION'],
    ['PAYMENT_METHOD_ERROR', 'AMOUNT_TOO_HIGH'],
    ['INVALID_REQUEST_ERROR', 'AMOUNT_TOO_LOW'],
    ['INVALID_REQUEST_ERROR', 'VALUE_TOO_LOW'],
    ['INVALID_REQUEST_ERROR', 'VALUE_TOO_HIGH'],
    ['INVALID_REQUEST_ERROR', 'MISSING_REQUIRED_PARAMETER'],
    ['INVALID_REQUEST_ERROR', 'A_CODE_OF_TOMORROW'],
    ['AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
    ['AUTHENTICATION_ERROR', 'INSUFFICIENT_SCOPES'],
    ['AUTHENTICATION_ERROR', 'CARD_PROCESSING_NOT_ENABLED'],
    ['MERCHANT_SUBSCRIPTION_ERROR', 'MERCHANT_SUBSCRIPTION_NOT_FOUND'],
  ])('takes %s/%s for a refusal of the shop, never for a decline, whatever the status', (category, code) => {
    for (const status of [400, 401, 403, 422])
      expect(judge(status, { category, code })).toEqual({ outcome: 'refused', code });
  });

  it('takes a location that Square does not know for a refusal of the shop', () => {
    const unknown = { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', field: 'location_id' };
    expect(judge(404, unknown)).toEqual({ outcome: 'refused', code: 'NOT_FOUND' });
  });

  it('takes an unknown code of the category of cards for a decline', () => {
    const code = 'A_CODE_OF_TOMORROW';
    expect(judge(400, { category: 'PAYMENT_METHOD_ERROR', code })).toEqual({ outcome: 'declined', code });
  });

  it('never takes a temporary error for an outcome, although its category is the one of declines', () => {
    expect(judge(400, { category: 'PAYMENT_METHOD_ERROR', code: 'TEMPORARY_ERROR' })).toEqual({ outcome: 'unknown' });
  });

  it.each([undefined, 408, 429, 500, 502, 503, 504])('does not know the outcome after status %s', (status) => {
    for (const [category, code] of [
      ['PAYMENT_METHOD_ERROR', 'GENERIC_DECLINE'],
      ['AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
    ])
      expect(judge(status, { category, code })).toEqual({ outcome: 'unknown' });
  });

  it.each([
    ['INVALID_REQUEST_ERROR', 'IDEMPOTENCY_KEY_REUSED'],
    ['INVALID_REQUEST_ERROR', 'CONFLICT'],
    ['RATE_LIMIT_ERROR', 'RATE_LIMITED'],
    ['API_ERROR', 'INTERNAL_SERVER_ERROR'],
    ['A_CATEGORY_OF_TOMORROW', 'SOMETHING'],
  ])('does not know the outcome after %s/%s, whatever the status', (category, code) => {
    for (const status of [400, 409]) expect(judge(status, { category, code })).toEqual({ outcome: 'unknown' });
  });

  it('declines only where every reason is a decline, and knows only what every reason says', () => {
    const decline = { category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' };
    expect(judge(400, decline, { category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }).outcome).toBe('unknown');
    expect(judge(400, decline, { category: 'PAYMENT_METHOD_ERROR', code: 'CVV_FAILURE' })).toEqual({
      outcome: 'declined',
      code: 'GENERIC_DECLINE',
    });
    expect(judge(400, decline, { category: 'AUTHENTICATION_ERROR', code: 'FORBIDDEN' })).toEqual({
      outcome: 'refused',
      code: 'FORBIDDEN',
    });
  });

  it('does not know the outcome of an HTML page, a reset connection or a bug', () => {
    const page = new SquareError({ statusCode: 502, body: '<html>' });
    for (const error of [page, new SquareError({ message: 'fetch failed' }), new TypeError('x'), 'x'])
      expect(classifyFailedCreate(toSquareFailure('create', error))).toEqual({ outcome: 'unknown' });
  });

  it('keeps the id of the failed payment and nothing that the buyer typed', () => {
    const body = {
      errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE', detail: 'secret' }],
      payment: { id: 'P1', buyer_email_address: 'secret@example.com' },
    };
    const failure = toSquareFailure('create', new SquareError({ statusCode: 400, body }));
    expect(failure.squarePaymentId).toBe('P1');
    expect(`${JSON.stringify(failure)}${inspect(failure)}${String(failure.cause)}`).not.toContain('secret');
  });

  it('has the words of Square for the owner, without what the buyer sent', () => {
    const [email, sourceId] = ['sam@example.com', 'cnon:a-token'];
    const detail = `No payment of ${email} with ${sourceId} here.`;
    const body = { errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'INVALID_LOCATION', detail }] };
    const failure = toSquareFailure('create', new SquareError({ statusCode: 400, body }));
    expect(failure.textWithout([email, sourceId, undefined])).toBe('INVALID_LOCATION: No payment of … with … here.');
  });
});
