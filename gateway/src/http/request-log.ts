import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Logger, requestContext } from '@geodes/kit';

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9_.-]{7,63}$/;

/** The id that a request keeps through every service and job: the caller's where it is well-formed, else a new one. */
export const requestId = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
};

/** Without the query, where e-mail addresses stand. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

const seconds = new Histogram({
  name: 'shop_http_seconds',
  help: 'Time to answer an HTTP request, by method, route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** The request's id in every log line and reply, one line and one measurement a request. */
export const logRequests = (app: FastifyInstance, logger: Logger): void => {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id);
    requestContext.run({ requestId: request.id }, done);
  });
  // The events that carry a body run outside the context that the hook above opened. Here the session is known.
  app.addHook('preValidation', (request, _reply, done) =>
    requestContext.run({ requestId: request.id, session: request.ownerSession }, done),
  );

  const note = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const { method } = request;
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    seconds.observe({ method, route, status }, reply.elapsedTime / 1000);
    const line = {
      requestId: request.id,
      method,
      path: pathOf(request.url),
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    const quiet = route === '/health/live' || route === '/health/ready' || route === '/metrics';
    logger[quiet ? 'debug' : 'info'](line, 'request');
  };
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply, reply.statusCode);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    logger.info({ requestId: request.id, method: request.method, path: pathOf(request.url) }, 'request aborted');
    done();
  });
};
