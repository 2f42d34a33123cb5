/** Error codes of all services. The gateway maps them to HTTP statuses. */
export const ERROR_CODES = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'PAYMENT_DECLINED',
  'PAYMENT_NOT_COMPLETED',
  'FORBIDDEN',
  'PIN_REQUIRED',
  'PASSKEY_REQUIRED',
  'NOT_FOUND',
  'OUT_OF_STOCK',
  'NOT_YET',
  'TOTAL_CHANGED',
  'KEY_REUSED',
  'CHANGED',
  'GEODE_IN_ORDER',
  'ALREADY_ARCHIVED',
  'NOT_ARCHIVABLE',
  'STATUS_LOCKED',
  'NOT_REFUNDABLE',
  'CHALLENGE_REQUIRED',
  'TOO_LARGE',
  'UNSUPPORTED_IMAGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The reason why one field or query value was refused. */
export interface FieldError {
  field: string;
  reason: string;
}

/** The body of every error under /api. `message` is shown to people. */
export interface ErrorBody {
  statusCode: number;
  code: ErrorCode;
  message: string;
  details?: unknown;
}
