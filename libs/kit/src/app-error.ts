import type { ErrorCode } from '@geodes/contracts';

/**
 * The one error that services throw on purpose. `message` is written for the person at the screen; `details` may
 * leave the shop, so it holds nothing internal. The kit carries it over NATS, the gateway turns it into a status.
 */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

/** A service or store could not be reached in time. Never taken for a refusal. */
export const unavailable = (what: string): AppError =>
  new AppError('UNAVAILABLE', 'The shop is catching its breath. Please try again in a moment.', { part: what });
