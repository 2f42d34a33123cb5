import { type LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { requestContext } from './request-context.js';

export type { Logger } from 'pino';

/** Keys whose values never reach a log line, wherever they stand in the logged object. */
const SECRET = ['paymentToken', 'pin', 'email', 'cookie', 'authorization', 'buyerDetails', 'password'];
const redacted = SECRET.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

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

/** JSON lines on standard output, each with the process's name and the request id it belongs to. */
export const createLogger = (name: string, level: string): Logger =>
  pino({
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => {
      const requestId = requestContext.current()?.requestId;
      return requestId ? { requestId } : {};
    },
    redact: { paths: redacted, censor: '[redacted]' },
  });

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
