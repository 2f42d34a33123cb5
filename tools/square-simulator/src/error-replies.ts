import type { FastifyError, FastifyInstance } from 'fastify';
import { refuse, SquareError } from './square-error.js';

const asSquareError = (error: FastifyError | SquareError): SquareError => {
  if (error instanceof SquareError) return error;
  if (error.statusCode === 413) return refuse('REQUEST_ENTITY_TOO_LARGE', 'The body is too large.');
  if (error.statusCode === 415) return refuse('UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
  if (error.statusCode && error.statusCode < 500) return refuse('BAD_REQUEST', 'The request is malformed.');
  return refuse('INTERNAL_SERVER_ERROR', 'An internal error has occurred.');
};

/** Converts every error to a response in Square's format. */
export const errorReplies = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError | SquareError, request, reply) => {
    const refusal = asSquareError(error);
    if (!(error instanceof SquareError) && refusal.status >= 500)
      request.log.error({ err: error }, 'unexpected failure');
    if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter));
    return reply.status(refusal.status).send({ errors: refusal.errors });
  });
  app.setNotFoundHandler(() => {
    throw refuse('NOT_FOUND', 'Resource not found.');
  });
};
