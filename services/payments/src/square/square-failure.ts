import { SquareError } from './square-sdk.js';

/** One error of a reply of Square, in Square's words. */
export interface SquareReason {
  category: string;
  code: string;
  field?: string;
}

/**
 * A call that brought no result. Neither Square's `detail` nor its body is kept: they may repeat what the buyer typed.
 * It says nothing about whether the call was carried out, unless `refused` holds.
 */
export class SquareFailure extends Error {
  override readonly name = 'SquareFailure';

  constructor(
    readonly operation: string,
    /** HTTP status; undefined where no whole reply came: time-out, refused, reset. */
    readonly status: number | undefined,
    readonly reasons: readonly SquareReason[],
    /** Square's id of the payment that the failed call left behind, where the reply names it. */
    readonly squarePaymentId?: string,
  ) {
    super(
      `${operation}: ${status ?? 'no answer'} ${reasons.map(({ category, code }) => `${category}/${code}`).join(', ')}`,
    );
  }

  /** Square has not carried it out and says so: it was not away, not overloaded and not broken. */
  get refused(): boolean {
    return this.status !== undefined && this.status >= 400 && this.status < 500 && !TRANSIENT.has(this.status);
  }

  /** The access token is revoked, wrong, or may not do this: nothing works until the operator mends it. */
  get tokenRefused(): boolean {
    return this.reasons.some(({ category }) => category === 'AUTHENTICATION_ERROR');
  }

  /** There is nothing under that id. */
  get notFound(): boolean {
    return this.refused && this.reasons.some(({ code }) => code === 'NOT_FOUND');
  }
}

/** Request time-out and rate limit: worth another try with the same key. */
const TRANSIENT = new Set([408, 429]);

/** The SDK's error without the parts that must not be logged. */
export const squareFailure = (operation: string, error: unknown): SquareFailure => {
  if (error instanceof SquareFailure) return error;
  if (!(error instanceof SquareError))
    return new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code: nameOf(error) }]);
  const reasons =
    error.statusCode === undefined ? [{ category: 'NO_ANSWER', code: nameOf(error.cause) }] : error.errors;
  return new SquareFailure(
    operation,
    error.statusCode,
    reasons.map(({ category, code, field }: SquareReason) => ({ category, code, ...(field ? { field } : {}) })),
    paymentIdOf(error.body),
  );
};

const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
};

/** A declined create carries the FAILED payment beside the errors. */
const paymentIdOf = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || !('payment' in body)) return undefined;
  const { payment } = body;
  if (typeof payment !== 'object' || payment === null || !('id' in payment)) return undefined;
  return typeof payment.id === 'string' ? payment.id : undefined;
};
