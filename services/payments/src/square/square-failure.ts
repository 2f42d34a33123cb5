import { SquareError } from 'square';

/** One error of a reply of Square, in Square's words. */
export interface SquareReason {
  category: string;
  code: string;
  field?: string;
}

interface MoreOfReply {
  /** Square's sentences, one for each reason that has one. */
  details?: readonly string[];
  /** How long Square asks callers to wait, milliseconds. */
  retryAfterMs?: number | undefined;
}

const MAX_WORDS = 300;

/**
 * A call that brought no result. Square's body is not kept, and its sentences cannot be logged: they may repeat what
 * the buyer typed. It says nothing about whether the call was carried out, unless `refused` holds.
 */
export class SquareFailure extends Error {
  override readonly name = 'SquareFailure';
  readonly retryAfterMs: number | undefined;
  readonly #details: readonly string[];

  constructor(
    readonly operation: string,
    /** HTTP status; undefined where no whole reply came: time-out, refused, reset. */
    readonly status: number | undefined,
    readonly reasons: readonly SquareReason[],
    /** Square's id of the payment that the failed call left behind, where the reply names it. */
    readonly squarePaymentId?: string,
    { details = [], retryAfterMs }: MoreOfReply = {},
  ) {
    super(
      `${operation}: ${status ?? 'no answer'} ${reasons.map(({ category, code }) => `${category}/${code}`).join(', ')}`,
    );
    this.#details = details;
    this.retryAfterMs = retryAfterMs;
  }

  /** Square has not carried it out and says so: it was not away, not overloaded and not broken. */
  get refused(): boolean {
    const isClientError = this.status !== undefined && this.status >= 400 && this.status < 500;
    if (!isClientError || TRANSIENT_STATUSES.has(this.status)) return false;
    return this.reasons.length > 0 && this.reasons.every(isDefinite);
  }

  /** The access token is revoked, wrong, or may not do this: nothing works until the operator mends it. */
  get tokenRefused(): boolean {
    return this.reasons.some(({ category }) => category === 'AUTHENTICATION_ERROR');
  }

  /** There is nothing under that id. */
  get notFound(): boolean {
    return this.refused && this.reasons.some(({ code }) => code === 'NOT_FOUND');
  }

  /** Square's codes and sentences for the owner's panel, without these values of the request. Never for a log. */
  wordsWithout(values: readonly (string | undefined)[]): string {
    const codes = [...new Set(this.reasons.map(({ code }) => code))].join(', ');
    const words = this.#details.length > 0 ? `${codes}: ${this.#details.join(' ')}` : codes;
    return values
      .reduce<string>((text, value) => (value ? text.replaceAll(value, '…') : text), words)
      .slice(0, MAX_WORDS);
  }
}

/** Request time-out and rate limit. */
const TRANSIENT_STATUSES = new Set<number | undefined>([408, 429]);

/** Square checked the request and rejected it; the other categories are about Square's own trouble. */
const DEFINITE_CATEGORIES = new Set([
  'AUTHENTICATION_ERROR',
  'INVALID_REQUEST_ERROR',
  'PAYMENT_METHOD_ERROR',
  'REFUND_ERROR',
  'MERCHANT_SUBSCRIPTION_ERROR',
]);

/** May be retried with the same key, whatever the category; TEMPORARY_ERROR comes with that of declines. */
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

/** The SDK's error without the parts that must not be logged. */
export const squareFailure = (operation: string, error: unknown): SquareFailure => {
  if (error instanceof SquareFailure) return error;
  if (!(error instanceof SquareError) || error.statusCode === undefined)
    return new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code: codeOf(error) }]);
  const { statusCode, errors, body, rawResponse } = error;
  return new SquareFailure(
    operation,
    statusCode,
    errors.map(({ category, code, field }: SquareReason) => ({ category, code, ...(field ? { field } : {}) })),
    paymentIdOf(body),
    {
      details: errors.flatMap(({ detail }) => detail ?? []),
      retryAfterMs: delayOf(rawResponse?.headers.get('retry-after')),
    },
  );
};

/** Retry-After as RFC 9110 has it: seconds or a date. */
const delayOf = (header: string | null | undefined): number | undefined => {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms > 0 ? ms : undefined;
};

/** Node's code of what went wrong. Only the SDK's time limit aborts a request. */
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
