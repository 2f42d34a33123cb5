import type { FastifyError, FastifyInstance } from 'fastify';
export const CATEGORIES = [
  'API_ERROR',
  'AUTHENTICATION_ERROR',
  'INVALID_REQUEST_ERROR',
  'RATE_LIMIT_ERROR',
  'PAYMENT_METHOD_ERROR',
  'REFUND_ERROR',
  'MERCHANT_SUBSCRIPTION_ERROR',
  'EXTERNAL_VENDOR_ERROR',
] as const;
type Category = (typeof CATEGORIES)[number];

const invalid = (status: number): { category: Category; status: number } => ({
  category: 'INVALID_REQUEST_ERROR',
  status,
});
const refund = { category: 'REFUND_ERROR', status: 400 } as const;

/** Error codes with Square's category and HTTP status (Square documents few of the statuses). */
const CODES = {
  UNAUTHORIZED: { category: 'AUTHENTICATION_ERROR', status: 401 },
  INTERNAL_SERVER_ERROR: { category: 'API_ERROR', status: 500 },

  BAD_REQUEST: invalid(400),
  EXPECTED_JSON_BODY: invalid(400),
  MISSING_REQUIRED_PARAMETER: invalid(400),
  EXPECTED_STRING: invalid(400),
  EXPECTED_INTEGER: invalid(400),
  EXPECTED_BOOLEAN: invalid(400),
  EXPECTED_OBJECT: invalid(400),
  INVALID_VALUE: invalid(400),
  INVALID_ENUM_VALUE: invalid(400),
  INVALID_TIME: invalid(400),
  INVALID_TIME_RANGE: invalid(400),
  INVALID_CURSOR: invalid(400),
  INVALID_SQUARE_VERSION_FORMAT: invalid(400),
  VALUE_EMPTY: invalid(400),
  VALUE_TOO_LONG: invalid(400),
  VALUE_TOO_LOW: invalid(400),
  VALUE_TOO_HIGH: invalid(400),
  AMOUNT_TOO_LOW: invalid(400),
  CARD_TOKEN_USED: invalid(400),
  CARD_TOKEN_EXPIRED: invalid(400),
  IDEMPOTENCY_KEY_REUSED: invalid(400),
  NOT_FOUND: invalid(404),
  REQUEST_ENTITY_TOO_LARGE: invalid(413),
  UNSUPPORTED_MEDIA_TYPE: invalid(415),

  REFUND_AMOUNT_INVALID: refund,
  PAYMENT_NOT_REFUNDABLE: refund,
  REFUND_ERROR_PAYMENT_NEEDS_COMPLETION: refund,
} as const satisfies Record<string, { category: Category; status: number }>;

export type SquareErrorCode = keyof typeof CODES;

/** One entry of the `errors` array of a reply. */
export interface SquareErrorEntry {
  category: Category;
  code: string;
  detail?: string;
  field?: string;
}

export const errorEntry = (code: SquareErrorCode, detail: string, field?: string): SquareErrorEntry => ({
  category: CODES[code].category,
  code,
  detail,
  field,
});

/** An error in Square's format: `{ "errors": [{ category, code, detail, field? }] }`. */
export class SquareError extends Error {
  constructor(
    readonly errors: readonly SquareErrorEntry[],
    readonly status: number,
    /** Seconds. */
    readonly retryAfter?: number,
  ) {
    super(errors.map(({ code, detail }) => `${code}: ${detail}`).join('; '));
    this.name = 'SquareError';
  }
}

export const refuse = (code: SquareErrorCode, detail: string, field?: string): SquareError =>
  new SquareError([errorEntry(code, detail, field)], CODES[code].status);

const asSquareError = (error: FastifyError | SquareError): SquareError => {
  if (error instanceof SquareError) return error;
  if (error.statusCode === 413) return refuse('REQUEST_ENTITY_TOO_LARGE', 'The body is too large.');
  if (error.statusCode === 415) return refuse('UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
  if (error.statusCode && error.statusCode < 500) return refuse('BAD_REQUEST', 'The request is malformed.');
  return refuse('INTERNAL_SERVER_ERROR', 'An internal error has occurred.');
};

/** Converts every error to a response in Square's format. */
export const errorReplies = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError | SquareError, request, reply) => {
    const refusal = asSquareError(error);
    if (!(error instanceof SquareError) && refusal.status >= 500)
      request.log.error({ err: error }, 'unexpected failure');
    if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter));
    return reply.status(refusal.status).send({ errors: refusal.errors });
  });
  app.setNotFoundHandler(() => {
    throw refuse('NOT_FOUND', 'Resource not found.');
  });
};
