import { inspect } from 'node:util';
import { SquareError } from 'square';
import { classifyFailedCreate } from './create-outcome.js';
import { toSquareFailure } from './square-failure.js';

const classify = (statusCode: number | undefined, ...errors: object[]) =>
  classifyFailedCreate(
    toSquareFailure('create', new SquareError({ statusCode, body: statusCode ? { errors } : undefined })),
  );

describe('the outcome of a failed create', () => {
  it.each([
    'GENERIC_DECLINE',
    'CVV_FAILURE',
    'ADDRESS_VERIFICATION_FAILURE',
    'INVALID_EXPIRATION',
    'INSUFFICIENT_FUNDS',
  ])('is a decline for %s, with any status', (code) => {
    for (const status of [400, 402, 422])
      expect(classify(status, { category: 'PAYMENT_METHOD_ERROR', code })).toEqual({ outcome: 'declined', code });
  });

  it.each(['CARD_TOKEN_USED', 'CARD_TOKEN_EXPIRED'])(
    'is a decline for %s, because the buyer can enter the card again',
    (code) => {
      expect(classify(400, { category: 'INVALID_REQUEST_ERROR', code })).toEqual({ outcome: 'declined', code });
    },
  );

  it('is a decline for wrong card data if the token is invalid', () => {
    for (const code of ['NOT_FOUND', 'INVALID_VALUE'])
      expect(classify(400, { category: 'INVALID_REQUEST_ERROR', code, field: 'source_id' })).toEqual({
        outcome: 'declined',
        code: 'INVALID_CARD_DATA',
      });
  });

  it('is a decline for wrong card data if Square does not know the token and names no field', () => {
    const unknown = { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'Card nonce not found' };
    for (const status of [400, 404])
      expect(classify(status, unknown)).toEqual({ outcome: 'declined', code: 'INVALID_CARD_DATA' });
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
  ])('is a refusal for %s/%s, never a decline, with any status', (category, code) => {
    for (const status of [400, 401, 403, 422])
      expect(classify(status, { category, code })).toEqual({ outcome: 'refused', code });
  });

  it('is a refusal if Square does not know the location', () => {
    const unknown = { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', field: 'location_id' };
    expect(classify(404, unknown)).toEqual({ outcome: 'refused', code: 'NOT_FOUND' });
  });

  it('is a decline for an unknown code in the card category', () => {
    const code = 'A_CODE_OF_TOMORROW';
    expect(classify(400, { category: 'PAYMENT_METHOD_ERROR', code })).toEqual({ outcome: 'declined', code });
  });

  it('is unknown for a temporary error, although its category is the one of declines', () => {
    expect(classify(400, { category: 'PAYMENT_METHOD_ERROR', code: 'TEMPORARY_ERROR' })).toEqual({
      outcome: 'unknown',
    });
  });

  it.each([undefined, 408, 429, 500, 502, 503, 504])('is unknown after status %s', (status) => {
    for (const [category, code] of [
      ['PAYMENT_METHOD_ERROR', 'GENERIC_DECLINE'],
      ['AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
    ])
      expect(classify(status, { category, code })).toEqual({ outcome: 'unknown' });
  });

  it.each([
    ['INVALID_REQUEST_ERROR', 'IDEMPOTENCY_KEY_REUSED'],
    ['INVALID_REQUEST_ERROR', 'CONFLICT'],
    ['RATE_LIMIT_ERROR', 'RATE_LIMITED'],
    ['API_ERROR', 'INTERNAL_SERVER_ERROR'],
    ['A_CATEGORY_OF_TOMORROW', 'SOMETHING'],
  ])('is unknown after %s/%s, with any status', (category, code) => {
    for (const status of [400, 409]) expect(classify(status, { category, code })).toEqual({ outcome: 'unknown' });
  });

  it('is a decline only if every reason is one, and unknown if any reason is', () => {
    const decline = { category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' };
    expect(classify(400, decline, { category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }).outcome).toBe('unknown');
    expect(classify(400, decline, { category: 'PAYMENT_METHOD_ERROR', code: 'CVV_FAILURE' })).toEqual({
      outcome: 'declined',
      code: 'GENERIC_DECLINE',
    });
    expect(classify(400, decline, { category: 'AUTHENTICATION_ERROR', code: 'FORBIDDEN' })).toEqual({
      outcome: 'refused',
      code: 'FORBIDDEN',
    });
  });

  it('is unknown after an HTML page, a reset connection or a bug', () => {
    const page = new SquareError({ statusCode: 502, body: '<html>' });
    for (const error of [page, new SquareError({ message: 'fetch failed' }), new TypeError('x'), 'x'])
      expect(classifyFailedCreate(toSquareFailure('create', error))).toEqual({ outcome: 'unknown' });
  });

  it('keeps the id of the failed payment, and nothing that the buyer typed', () => {
    const body = {
      errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE', detail: 'secret' }],
      payment: { id: 'P1', buyer_email_address: 'secret@example.com' },
    };
    const failure = toSquareFailure('create', new SquareError({ statusCode: 400, body }));
    expect(failure.squarePaymentId).toBe('P1');
    expect(`${JSON.stringify(failure)}${inspect(failure)}${String(failure.cause)}`).not.toContain('secret');
  });

  it("gives Square's text to the owner, without what the buyer typed", () => {
    const [email, sourceId] = ['sam@example.com', 'cnon:a-token'];
    const detail = `No payment of ${email} with ${sourceId} here.`;
    const body = { errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'INVALID_LOCATION', detail }] };
    const failure = toSquareFailure('create', new SquareError({ statusCode: 400, body }));
    expect(failure.textWithout([email, sourceId, undefined])).toBe('INVALID_LOCATION: No payment of … with … here.');
  });
});
