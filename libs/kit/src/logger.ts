import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino, type Logger } from 'pino';
import { requestContext } from './request-context.js';
import { traceId } from './tracing/tracing.js';

/** Injection token of the process's logger. */
export const LOGGER = Symbol('LOGGER');

/** Prefixes of Square's tokens for entered and stored cards, bank accounts and wallets. */
const CARD_TOKEN = /\b(?:cnon|ccof|bauth|wnon):[\w-]+/g;
/** `%40` is `@` in a URL. */
const E_MAIL = /[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/gi;
const MARKERS = ['@', '%40', 'cnon:', 'ccof:', 'bauth:', 'wnon:'];

/**
 * Replaces card tokens and emails anywhere in a log line. Redaction by key misses them in messages that quote input.
 * The marker test keeps the common case fast.
 */
export const redactSecrets = (line: string): string => {
  if (!MARKERS.some((marker) => line.includes(marker))) return line;
  return line.replace(CARD_TOKEN, '[card token]').replace(E_MAIL, '[e-mail]');
};

export type { Logger } from 'pino';

/** Keys whose values are redacted at the top of the logged object and up to two levels down. */
const SECRET_KEYS = [
  'authorization',
  'buyerDetails',
  'buyerEmail',
  'buyerEmailAddress',
  'cookie',
  'email',
  'firstName',
  'lastName',
  'password',
  'paymentToken',
  'phone',
  'pin',
  'sourceId',
  'zipCode',
  '["set-cookie"]',
];
/** Redacted only below the top level, where they belong to a buyer. At the top they describe the shop itself. */
const NESTED_SECRET_KEYS = ['address', 'city', 'state'];
const joinPath = (path: string, key: string): string => (key.startsWith('[') ? `${path}${key}` : `${path}.${key}`);
const nestedPaths = (key: string): string[] => [joinPath('*', key), joinPath('*.*', key)];
const redactedPaths = [
  ...SECRET_KEYS.flatMap((key) => [key, ...nestedPaths(key)]),
  ...NESTED_SECRET_KEYS.flatMap(nestedPaths),
];

/**
 * Picks the fields of an error that are safe to log. Database errors also carry the statement's parameters and the
 * conflicting row, which may hold a card token or a postal address.
 */
export const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, stack, ...(code === undefined ? {} : { code }), ...(cause ? { cause: String(cause) } : {}) };
};

const baseOptions = (name: string, level: string) => ({
  name,
  level,
  base: { name },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
  hooks: { streamWrite: redactSecrets },
});

/** Creates a logger that writes JSON lines with the process's name, the request id and the trace id. */
export const createLogger = (
  name: string,
  level: string,
  output: DestinationStream = pino.destination({ sync: true }),
): Logger =>
  pino(
    {
      ...baseOptions(name, level),
      serializers: { err: describeError },
      mixin: () => {
        const requestId = requestContext.current()?.requestId;
        const trace = traceId();
        return { ...(requestId ? { requestId } : {}), ...(trace ? { traceId: trace } : {}) };
      },
      redact: { paths: redactedPaths, censor: '[redacted]' },
    },
    output,
  );

const BUFFER_BYTES = 8_192;
const FLUSH_INTERVAL_MS = 100;

/**
 * Creates a buffered logger for the one line per request, thousands a second. It writes after 8 KB or 100 ms, and when
 * the process exits; SIGKILL loses the buffer. It does not redact by key, so callers pass no secrets.
 */
export const createLineLogger = (name: string, level: string): Logger => {
  const output = pino.destination({ sync: true, minLength: BUFFER_BYTES, periodicFlush: FLUSH_INTERVAL_MS });
  process.on('exit', () => output.flushSync());
  return pino(baseOptions(name, level), output);
};

/** Passes Nest's log lines to pino one level lower, because its start-up lines are noise. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug({ context: rest.at(-1) }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    if (message instanceof Error) this.logger.error({ err: message, context: rest.at(-1) }, message.message);
    else this.logger.error({ context: rest.at(-1), stack: rest.length > 1 ? rest[0] : undefined }, String(message));
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ context: rest.at(-1) }, String(message));
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.trace({ context: rest.at(-1) }, String(message));
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.trace({ context: rest.at(-1) }, String(message));
  }
}

/** Creates a log of a connection's outages: it records the first error and the recovery, not every failed retry. */
export const outageLog = (logger: Logger, part: string) => {
  let isDown = false;
  return {
    error: (error: Error): void => {
      if (!isDown)
        logger.warn({ part, reason: error.message || String((error as { code?: string }).code) }, 'connection lost');
      isDown = true;
    },
    ready: (): void => {
      if (isDown) logger.info({ part }, 'connection restored');
      isDown = false;
    },
  };
};
