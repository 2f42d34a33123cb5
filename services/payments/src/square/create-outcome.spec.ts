import { SquareError } from 'square';
import { failedCreate } from './create-outcome.js';
import { squareFailure } from './square-failure.js';

const judge = (statusCode: number | undefined, ...errors: object[]) =>
  failedCreate(squareFailure('create', new SquareError({ statusCode, body: statusCode ? { errors } : undefined })));

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

  it('does not take a location that Square does not know for a decline', () => {
    expect(judge(404, { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', field: 'location_id' })).toEqual({
      outcome: 'unknown',
      ours: true,
    });
  });

  it('never takes a temporary error for a decline, although its category is the one of declines', () => {
    expect(judge(400, { category: 'PAYMENT_METHOD_ERROR', code: 'TEMPORARY_ERROR' })).toEqual({
      outcome: 'unknown',
      ours: false,
    });
  });

  it.each([undefined, 408, 429, 500, 502, 503, 504])('does not know the outcome after status %s', (status) => {
    expect(judge(status, { category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' })).toEqual({
      outcome: 'unknown',
      ours: false,
    });
  });

  it.each([
    ['AUTHENTICATION_ERROR', 'UNAUTHORIZED', 401],
    ['AUTHENTICATION_ERROR', 'INSUFFICIENT_SCOPES', 403],
    ['INVALID_REQUEST_ERROR', 'IDEMPOTENCY_KEY_REUSED', 400],
    ['INVALID_REQUEST_ERROR', 'MISSING_REQUIRED_PARAMETER', 400],
  ])('blames the shop, not the card, for %s/%s', (category, code, status) => {
    expect(judge(status, { category, code })).toEqual({ outcome: 'unknown', ours: true });
  });

  it('declines only where every reason is a decline', () => {
    const decline = { category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' };
    expect(judge(400, decline, { category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }).outcome).toBe('unknown');
    expect(judge(400, decline, { category: 'PAYMENT_METHOD_ERROR', code: 'CVV_FAILURE' })).toEqual({
      outcome: 'declined',
      code: 'GENERIC_DECLINE',
    });
  });

  it('does not know the outcome of an HTML page, a reset connection or a bug', () => {
    const page = new SquareError({ statusCode: 502, body: '<html>' });
    for (const error of [page, new SquareError({ message: 'fetch failed' }), new TypeError('x'), 'x'])
      expect(failedCreate(squareFailure('create', error))).toEqual({ outcome: 'unknown', ours: false });
  });

  it('keeps the id of the failed payment and nothing that the buyer typed', () => {
    const body = {
      errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE', detail: 'secret' }],
      payment: { id: 'P1', buyer_email_address: 'secret@example.com' },
    };
    const failure = squareFailure('create', new SquareError({ statusCode: 400, body }));
    expect(failure.squarePaymentId).toBe('P1');
    expect(`${JSON.stringify(failure)}${failure.message}${String(failure.cause)}`).not.toContain('secret');
  });
});
