import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from '@geodes/kit';
import { errorResponse } from './error-response.js';

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
