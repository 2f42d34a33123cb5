import { AppError } from '@geodes/kit';

/** Why an order event was not applied: shown to the operator and used by the orders service to decide on a retry. */
export interface EventFailure {
  reason: string;
  /** The database, NATS or the orders service was down. The event may be valid, so a retry helps. */
  isOutage: boolean;
}

/** Thrown when an event takes longer than all of its calls together may. */
export class EventTimeout extends Error {
  override readonly name = 'EventTimeout';

  constructor(seconds: number) {
    super(`the catalogue did not finish within ${seconds} s`);
  }
}

/**
 * Classes of PostgreSQL errors about the server, not the statement: connection, read-only after a failover, login, unknown
 * database, rollback, resources, locks, operator intervention, system, internal.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OUTAGE_CLASSES = ['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX'];

/** Classifies what was thrown while an event was applied. */
export const classifyFailure = (error: unknown): EventFailure => {
  if (error instanceof AppError) return { reason: operatorText(error), isOutage: true };
  if (error instanceof EventTimeout || (error instanceof Error && isServerError(error)))
    return { reason: error.message, isOutage: true };
  return {
    reason: error instanceof Error ? error.message : `malformed order event: ${String(error)}`,
    isOutage: false,
  };
};

const isServerError = (error: Error): boolean => {
  const { code, driverError, syscall } = error as {
    code?: unknown;
    driverError?: { code?: unknown };
    syscall?: unknown;
  };
  const sqlState = String(driverError?.code ?? code ?? '');
  return syscall !== undefined || (sqlState.length === 5 && OUTAGE_CLASSES.includes(sqlState.slice(0, 2)));
};

/** Describes an AppError to the operator. Its message is written for buyers. */
const operatorText = ({ code, details, cause }: AppError): string => {
  if (code !== 'UNAVAILABLE') return `it was applied, but the orders service did not take the confirmation (${code})`;
  const { part = 'a part of the shop' } = (details ?? {}) as { part?: string };
  return `${part} was away${cause instanceof Error ? `: ${cause.message}` : ''}`;
};
