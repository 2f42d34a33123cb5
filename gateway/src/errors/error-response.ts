import type { ErrorBody } from '@geodes/contracts';
import { AppError, badRequest } from '@geodes/kit';
import { ERROR_STATUSES } from './error-statuses.js';

/** An error as it leaves the shop. */
export interface ErrorResponse {
  body: ErrorBody;
  /** Seconds. */
  retryAfter?: number;
  /** True where the cause is a fault of ours and belongs in the log. */
  fault: boolean;
}

/** Where a service is away: seconds until another try makes sense. */
const AWAY_RETRY_SECONDS = 2;

const notFound = () => new AppError('NOT_FOUND', 'There is nothing at this address.');

/** What HTTP itself refuses (Fastify's and Nest's errors), in our codes and words. */
const fromHttpStatus = (status: number): AppError => {
  if (status === 404 || status === 405) return notFound();
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

const retryAfterOf = ({ details }: AppError): number | undefined => {
  const seconds = (details as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds;
  return typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : undefined;
};

/** Turns whatever was thrown into the answer of contract section 2: no stack, query or host name ever leaves. */
export const errorResponse = (error: unknown): ErrorResponse => {
  const known = error instanceof AppError ? error : fromHttpStatus(statusOf(error));
  const statusCode = ERROR_STATUSES[known.code] ?? 500;
  if (statusCode === 500) {
    const message = 'Something went wrong on our side. Please try again.';
    return { body: { statusCode, code: 'INTERNAL', message }, fault: true };
  }
  const { code, message } = known;
  if (code === 'UNAVAILABLE') {
    const retryAfter = retryAfterOf(known) ?? AWAY_RETRY_SECONDS;
    return { body: { statusCode, code, message }, retryAfter, fault: false };
  }
  const details = known.details === undefined ? {} : { details: known.details };
  const retryAfter = statusCode === 429 ? (retryAfterOf(known) ?? 60) : undefined;
  return { body: { statusCode, code, message, ...details }, retryAfter, fault: false };
};
