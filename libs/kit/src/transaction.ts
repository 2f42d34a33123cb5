import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { AppError, unavailable } from './app-error.js';

const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 25;
const MAX_DELAY_MS = 800;

/** Serialisation failure and deadlock: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const RETRYABLE = ['40001', '40P01'];
/** SQLSTATEs with which PostgreSQL ends or refuses a session. Class 08, connection exceptions, counts too. */
const SESSION_ENDED = ['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'];
/** Node's codes. `ENOENT`: socket of a stopped local server. `EAI_AGAIN`, `ENOTFOUND`: name of a stopped container. */
const NETWORK_LOST = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
];
/** pg sets no code for a connection that ended. */
const CONNECTION_ENDED =
  /^Connection terminated|^Client (has encountered a connection error|was closed) and is not queryable/;
/** TypeORM's errors if a connection ended within a transaction. By name, because kit does not load TypeORM. */
const RELEASED_ERRORS = ['QueryRunnerAlreadyReleasedError', 'QueryRunnerProviderAlreadyReleasedError'];
/** Lock timeout, statement timeout, too many connections. */
const TOO_BUSY = ['55P03', '57014', '53300'];
/** A NUL character, which PostgreSQL cannot store in text or JSON. */
const INVALID_TEXT = ['22021', '22P05'];

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  return String(driverError?.code ?? code ?? '');
};

/** PostgreSQL has ended the transaction after a deadlock or a lock timeout. */
export const lackedLock = (error: unknown): boolean => ['40P01', '55P03'].includes(codeOf(error));

const connectionLost = (error: unknown): boolean =>
  [...SESSION_ENDED, ...NETWORK_LOST].includes(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error && (CONNECTION_ENDED.test(error.message) || RELEASED_ERRORS.includes(error.name)));

const tooBusy = (error: unknown): boolean =>
  TOO_BUSY.includes(codeOf(error)) ||
  (error instanceof Error && /timeout exceeded when trying to connect/i.test(error.message));

/**
 * Maps a database error to an AppError: UNAVAILABLE if the database is down or too busy. Other errors stay as they are.
 */
export const toAppError = (error: unknown): unknown => {
  if (error instanceof AppError) return error;
  if (INVALID_TEXT.includes(codeOf(error)))
    return new AppError('BAD_REQUEST', 'The text has a character that cannot be kept.');
  if (connectionLost(error) || tooBusy(error)) return unavailable('database', error);
  return error;
};

/**
 * Runs database work and retries it after a deadlock, a serialisation failure or a lost connection. It makes at most
 * eight attempts in about 2.5 s, the time of a database restart. The outcome of a lost transaction is unknown, so the
 * work must be safe to run twice. Throws UNAVAILABLE if the database stays down or is too busy.
 */
export const withRetry = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(connectionLost(error) || RETRYABLE.includes(codeOf(error))))
        throw toAppError(error);
      await pause(Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (0.5 + Math.random()));
    }
  }
};

/** Runs `work` in one transaction, with the retries of `withRetry`. */
export const inTransaction = <T>(database: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> =>
  withRetry(() => database.transaction(work));
