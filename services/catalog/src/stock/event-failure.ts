import { AppError } from '@geodes/kit';

/** Why an order event was not applied, for the operator and for what happens next. */
export interface EventFailure {
  reason: string;
  /** A database, NATS or the orders service was away: nothing was said about the event, and trying again helps. */
  isOutage: boolean;
}

/**
 * Classes of PostgreSQL's errors that speak of the server, not of what was written: connection, read-only after a
 * fail-over, log-in, unknown database, resources, locks, operator's intervention, system, internal.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OUTAGE_CLASSES = ['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX'];

export const eventFailure = (error: unknown): EventFailure => {
  if (error instanceof AppError) return { reason: whyNotDone(error), isOutage: true };
  if (error instanceof TooSlow || (error instanceof Error && isOfTheServer(error)))
    return { reason: error.message, isOutage: true };
  return {
    reason: error instanceof Error ? error.message : `malformed order event: ${String(error)}`,
    isOutage: false,
  };
};

const isOfTheServer = (error: Error): boolean => {
  const { code, driverError, syscall } = error as {
    code?: unknown;
    driverError?: { code?: unknown };
    syscall?: unknown;
  };
  const state = String(driverError?.code ?? code ?? '');
  return syscall !== undefined || (state.length === 5 && OUTAGE_CLASSES.includes(state.slice(0, 2)));
};

/** The shop's words for the person at the screen say nothing to the operator. */
const whyNotDone = ({ code, details, cause }: AppError): string => {
  if (code !== 'UNAVAILABLE') return `it was applied, but the orders service did not take the confirmation (${code})`;
  const { part = 'a part of the shop' } = (details ?? {}) as { part?: string };
  return `${part} was away${cause instanceof Error ? `: ${cause.message}` : ''}`;
};

/** An event that took longer than any of its calls may. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';

  constructor(seconds: number) {
    super(`the catalogue did not finish within ${seconds} s`);
  }
}
