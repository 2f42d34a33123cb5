import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { AppError, unavailable } from './app-error.js';

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 800;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const TO_BE_REPEATED = ['40001', '40P01'];
/** SQLSTATEs with which PostgreSQL itself ends a session or does not begin one; class 08 is a connection exception, too. */
const SESSION_ENDED = ['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'];
/** Node's codes. `ENOENT`: the socket of a local server that does not run. `EAI_AGAIN`, `ENOTFOUND`: a container that does not run has no name. */
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
/** pg has no codes for a connection that it has seen end. */
const CONNECTION_ENDED =
  /^Connection terminated|^Client (has encountered a connection error|was closed) and is not queryable/;
/** What TypeORM throws at the next statement of a transaction whose connection ended between two statements. By name: kit does not load TypeORM. */
const RELEASED = ['QueryRunnerAlreadyReleasedError', 'QueryRunnerProviderAlreadyReleasedError'];
const TOO_BUSY = ['55P03', '57014', '53300'];
/** A NUL character: PostgreSQL keeps none, in text and in JSON. */
const NOT_TEXT = ['22021', '22P05'];

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  return String(driverError?.code ?? code ?? '');
};

const connectionLost = (error: unknown): boolean =>
  [...SESSION_ENDED, ...NETWORK_LOST].includes(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error && (CONNECTION_ENDED.test(error.message) || RELEASED.includes(error.name)));

const tooBusy = (error: unknown): boolean =>
  TOO_BUSY.includes(codeOf(error)) ||
  (error instanceof Error && /timeout exceeded when trying to connect/i.test(error.message));

/** The error in the words of the bus: UNAVAILABLE where the database is away or too busy, itself otherwise. */
export const toAppError = (error: unknown): unknown => {
  if (error instanceof AppError) return error;
  if (NOT_TEXT.includes(codeOf(error)))
    return new AppError('BAD_REQUEST', 'The text has a character that cannot be kept.');
  if (connectionLost(error) || tooBusy(error)) return Object.assign(unavailable('database'), { cause: error });
  return error;
};

/**
 * Runs database work, again where the database gave it up for a deadlock or a conflict, or where the connection broke:
 * at most eight times in about 2.5 s, in which a database comes back after a
 * crash. The outcome of a lost transaction is unknown, so the work must be safe to
 * run twice. Throws UNAVAILABLE where the database stays away or is too busy.
 */
export const withRetry = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(connectionLost(error) || TO_BE_REPEATED.includes(codeOf(error))))
        throw toAppError(error);
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS) * (0.5 + Math.random()));
    }
  }
};

/** One transaction, repeated as `retried` says. */
export const inTransaction = <T>(database: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> =>
  withRetry(() => database.transaction(work));
