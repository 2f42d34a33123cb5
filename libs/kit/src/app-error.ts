import type { ErrorCode } from '@geodes/contracts';

/**
 * The one error that services throw on purpose. `message` is shown to people. `details` is public, so it holds nothing
 * internal. The kit carries the error over NATS; the gateway maps its code to an HTTP status.
 */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Returns the message of whatever was thrown, for logs. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Creates the error for a service or store that did not respond in time. The outcome is unknown, so it is no refusal.
 */
export const unavailable = (what: string, cause?: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'The shop is catching its breath. Please try again in a moment.',
    { part: what },
    { cause },
  );

const minutes = new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'long' });

/** Says how long to wait, in whole minutes: `1 minute`. */
export const waitText = (seconds: number): string => minutes.format(Math.max(1, Math.ceil(seconds / 60)));
