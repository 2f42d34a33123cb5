import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, pino, type Logger } from 'pino';
import { requestContext } from './request-context.js';
import { traceId } from './tracing/tracing.js';
import { redactSecrets } from './redact-secrets.js';

export type { Logger } from 'pino';

/** Keys whose values never reach a log line, wherever they stand in the logged object. */
const SECRET = [
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
/** Told of a buyer where they stand in something; alone they are a shop's address and where it is. */
const SECRET_WITHIN = ['address', 'city', 'state'];
const below = (path: string, key: string): string => (key.startsWith('[') ? `${path}${key}` : `${path}.${key}`);
const within = (key: string): string[] => [below('*', key), below('*.*', key)];
const redacted = [...SECRET.flatMap((key) => [key, ...within(key)]), ...SECRET_WITHIN.flatMap(within)];

/**
 * What is said of an error. Database errors carry the statement's parameters and the row they stumbled over, which may
 * be a card's token or a buyer's address: only these fields are logged.
 */
export const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, stack, ...(code === undefined ? {} : { code }), ...(cause ? { cause: String(cause) } : {}) };
};

/** How its lines begin: name, time, level. */
const shape = (name: string, level: string) => ({
  name,
  level,
  base: { name },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
  hooks: { streamWrite: redactSecrets },
});

/** JSON lines on standard output, each with the process's name and the request and the trace it belongs to. */
export const createLogger = (
  name: string,
  level: string,
  output: DestinationStream = pino.destination({ sync: true }),
): Logger =>
  pino(
    {
      ...shape(name, level),
      serializers: { err: describeError },
      mixin: () => {
        const requestId = requestContext.current()?.requestId;
        const trace = traceId();
        return { ...(requestId ? { requestId } : {}), ...(trace ? { traceId: trace } : {}) };
      },
      redact: { paths: redacted, censor: '[redacted]' },
    },
    output,
  );

const TOGETHER_BYTES = 8_192;
const TOGETHER_MS = 100;

/**
 * For the one line a request, thousands a second: written in pieces of 8 KB, at the latest after 100 ms and when the
 * process ends, unless it is killed. No object is looked through for secret keys: the caller passes none.
 */
export const createLineLogger = (name: string, level: string): Logger => {
  const output = pino.destination({ sync: true, minLength: TOGETHER_BYTES, periodicFlush: TOGETHER_MS });
  process.on('exit', () => output.flushSync());
  return pino(shape(name, level), output);
};

/** Lets Nest speak through pino. Nest's start-up chatter is debug. */
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
