import { SquareError } from 'square';

/** One entry of `errors` in Square's reply. */
export interface SquareReason {
  category: string;
  code: string;
  field?: string;
}

interface ReplyDetails {
  /** Square's error sentences. */
  details?: readonly string[];
  /** Square's Retry-After, milliseconds. */
  retryAfterMs?: number | undefined;
}

const MAX_TEXT_LENGTH = 300;

/**
 * A call without a result. Drops Square's body and hides its sentences from logs: they may repeat what the buyer typed.
 * Only `refused` says that the call was not carried out; otherwise that is unknown.
 */
export class SquareFailure extends Error {
  override readonly name = 'SquareFailure';
  readonly retryAfterMs: number | undefined;
  readonly #details: readonly string[];

  constructor(
    readonly operation: string,
    /** HTTP status; undefined if no whole reply came: timeout, connection refused or reset. */
    readonly status: number | undefined,
    readonly reasons: readonly SquareReason[],
    /** Square's id of the failed payment, if the reply names one. */
    readonly squarePaymentId?: string,
    { details = [], retryAfterMs }: ReplyDetails = {},
  ) {
    super(
      `${operation}: ${status ?? 'no answer'} ${reasons.map(({ category, code }) => `${category}/${code}`).join(', ')}`,
    );
    this.#details = details;
    this.retryAfterMs = retryAfterMs;
  }

  /** What may be logged. */
  get summary(): Pick<SquareFailure, 'operation' | 'status' | 'reasons'> {
    const { operation, status, reasons } = this;
    return { operation, status, reasons };
  }

  /** True if Square definitely rejected the call: it was reachable, not overloaded and not broken. */
  get refused(): boolean {
    const isClientError = this.status !== undefined && this.status >= 400 && this.status < 500;
    if (!isClientError || TRANSIENT_STATUSES.has(this.status)) return false;
    return this.reasons.length > 0 && this.reasons.every(isDefinite);
  }

  /** True if the access token is revoked, wrong or lacks a permission: nothing works until the operator fixes it. */
  get tokenRefused(): boolean {
    return this.reasons.some(({ category }) => category === 'AUTHENTICATION_ERROR');
  }

  /** True if Square has no object with this id. */
  get notFound(): boolean {
    return this.refused && this.reasons.some(({ code }) => code === 'NOT_FOUND');
  }

  /** Returns Square's codes and sentences for the owner, without these values of the request. Not for logs. */
  textWithout(values: readonly (string | undefined)[]): string {
    const codes = [...new Set(this.reasons.map(({ code }) => code))].join(', ');
    const text = this.#details.length > 0 ? `${codes}: ${this.#details.join(' ')}` : codes;
    return values
      .reduce<string>((redacted, value) => (value ? redacted.replaceAll(value, '…') : redacted), text)
      .slice(0, MAX_TEXT_LENGTH);
  }
}

/** Returns the failure of a call to Square. Throws every other error. */
export const asSquareFailure = (error: unknown): SquareFailure => {
  if (error instanceof SquareFailure) return error;
  throw error;
};

/** Request timeout and rate limit. */
const TRANSIENT_STATUSES = new Set<number | undefined>([408, 429]);

/** Square checked the request and rejected it. The other categories mean a fault of Square. */
const DEFINITE_CATEGORIES = new Set([
  'AUTHENTICATION_ERROR',
  'INVALID_REQUEST_ERROR',
  'PAYMENT_METHOD_ERROR',
  'REFUND_ERROR',
  'MERCHANT_SUBSCRIPTION_ERROR',
]);

/** Retryable with the same key, whatever the category: TEMPORARY_ERROR comes with the category of declines. */
const TRANSIENT_CODES = new Set([
  'TEMPORARY_ERROR',
  'RATE_LIMITED',
  'REQUEST_TIMEOUT',
  'CONFLICT',
  'INTERNAL_SERVER_ERROR',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
]);

const isDefinite = ({ category, code }: SquareReason): boolean =>
  DEFINITE_CATEGORIES.has(category) && !TRANSIENT_CODES.has(code);

/** Converts the SDK's error, without the parts that must not be logged. */
export const toSquareFailure = (operation: string, error: unknown): SquareFailure => {
  if (error instanceof SquareFailure) return error;
  if (!(error instanceof SquareError) || error.statusCode === undefined)
    return new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code: codeOf(error) }]);
  const { statusCode, errors, body, rawResponse } = error;
  return new SquareFailure(
    operation,
    statusCode,
    errors.map(({ category, code, field }: SquareReason) => ({ category, code, field })),
    paymentIdOf(body),
    {
      details: errors.flatMap(({ detail }) => detail ?? []),
      retryAfterMs: delayOf(rawResponse?.headers.get('retry-after')),
    },
  );
};

/** Parses Retry-After (RFC 9110: seconds or a date) to milliseconds. */
const delayOf = (header: string | null | undefined): number | undefined => {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms > 0 ? ms : undefined;
};

/** Returns Node's error code. ABORT_ERR means a timeout: only the SDK's timeout aborts a request. */
const codeOf = (error: unknown): string => {
  const { cause, code, name } = error as { cause?: { code?: unknown } | string; code?: unknown; name?: unknown };
  const found = code ?? (typeof cause === 'object' ? cause.code : undefined);
  return found === 'ABORT_ERR' ? 'TIMEOUT' : String(found ?? name ?? 'UNKNOWN');
};

/** A declined create carries the FAILED payment beside the errors. */
const paymentIdOf = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || !('payment' in body)) return undefined;
  const { payment } = body;
  if (typeof payment !== 'object' || payment === null || !('id' in payment)) return undefined;
  return typeof payment.id === 'string' ? payment.id : undefined;
};
