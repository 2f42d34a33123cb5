import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Logger, AppError, badRequest } from '@geodes/kit';
import type { ErrorBody, ErrorCode } from '@geodes/contracts';

/** The HTTP status of each error code. */
export const ERROR_STATUSES: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PASSKEY_REQUIRED: 401,
  PAYMENT_DECLINED: 402,
  PAYMENT_NOT_COMPLETED: 402,
  FORBIDDEN: 403,
  PIN_REQUIRED: 403,
  NOT_FOUND: 404,
  OUT_OF_STOCK: 409,
  NOT_YET: 409,
  TOTAL_CHANGED: 409,
  KEY_REUSED: 409,
  CHANGED: 409,
  GEODE_IN_ORDER: 409,
  ALREADY_ARCHIVED: 409,
  NOT_ARCHIVABLE: 409,
  STATUS_LOCKED: 409,
  NOT_REFUNDABLE: 409,
  CHALLENGE_REQUIRED: 428,
  TOO_LARGE: 413,
  UNSUPPORTED_IMAGE: 415,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** An error as clients get it. */
interface ErrorResponse {
  body: ErrorBody;
  retryAfterSeconds?: number;
  /** True if the shop caused the error, which is then logged. */
  isFault: boolean;
}

/** `Retry-After` of statuses for errors that name no wait. */
const RETRY_SECONDS: Partial<Record<number, number>> = { 429: 60, 503: 2 };

/** Translates an error of Fastify or Nest into the contract's codes. */
const fromHttpStatus = (status: number): AppError => {
  if (status === 404 || status === 405) return new AppError('NOT_FOUND', 'There is nothing at this address.');
  if (status === 413) return new AppError('TOO_LARGE', 'What was sent is too large.');
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'What was sent is not of a kind taken here.');
  if (status === 503) return new AppError('UNAVAILABLE', 'The shop is closing for a moment. Please try again.');
  if (status >= 400 && status < 500) return badRequest({ field: 'body', reason: 'What was sent could not be read.' });
  return new AppError('INTERNAL', '');
};

const statusOf = (error: unknown): number => {
  const { status, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  if (typeof statusCode === 'number') return statusCode;
  return typeof status === 'number' ? status : 500;
};

const retrySecondsOf = ({ details }: AppError): number | undefined => {
  const seconds = (details as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds;
  return typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : undefined;
};

/** Turns any error into the body of contract section 2, without stack, query or host name. */
export const errorResponse = (error: unknown): ErrorResponse => {
  const known = error instanceof AppError ? error : fromHttpStatus(statusOf(error));
  const statusCode = ERROR_STATUSES[known.code] ?? 500;
  if (statusCode === 500) {
    const message = 'Something went wrong on our side. Please try again.';
    return { body: { statusCode, code: 'INTERNAL', message }, isFault: true };
  }
  const { code, message, details } = known;
  // the details of UNAVAILABLE name the part that does not respond
  const shown = details === undefined || code === 'UNAVAILABLE' ? {} : { details };
  const retryAfterSeconds = RETRY_SECONDS[statusCode] && (retrySecondsOf(known) ?? RETRY_SECONDS[statusCode]);
  return { body: { statusCode, code, message, ...shown }, retryAfterSeconds, isFault: false };
};

/** Sends a response for every error of an HTTP request, including Fastify's own. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') {
      this.logger.error({ err: error }, 'event not handled');
      return;
    }
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendError(reply, error, this.logger);
  }
}

/** Sends an error as the contract's JSON, and logs it if it is the shop's fault. */
export const sendError = (reply: FastifyReply, error: unknown, logger: Logger): void => {
  const { body, retryAfterSeconds, isFault } = errorResponse(error);
  if (isFault) logger.error({ err: error }, 'request failed');
  if (retryAfterSeconds !== undefined) void reply.header('Retry-After', String(retryAfterSeconds));
  for (const name of ['content-encoding', 'content-length', 'etag']) void reply.removeHeader(name);
  void reply
    .code(body.statusCode)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
};
