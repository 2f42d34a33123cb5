import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, type Logger, measureSaturation, nameRequest, requestContext, traceId } from '@geodes/kit';

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

/** What is said and measured of an answered request. */
export interface AnsweredRequest {
  id: string;
  method: string;
  url: string;
  /** As the router knows it. */
  route: string;
  status: number;
  ms: number;
  /** Where it is traced. */
  traceId?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    traceId?: string | undefined;
  }
}

/** One line and one measurement a request. */
export class RequestNotes {
  constructor(private readonly logger: Logger) {}

  note({ id, method, url, route, status, ms, traceId }: AnsweredRequest): void {
    seconds.observe({ method, route, status }, ms / 1000);
    const line = { requestId: id, method, path: pathOf(url), status, ms: Math.round(ms * 10) / 10, traceId };
    const quiet = route === '/health/live' || route === '/health/ready' || route === '/metrics';
    this.logger[quiet ? 'debug' : 'info'](line, 'request');
  }

  noteAborted({ id, method, url, traceId }: Pick<AnsweredRequest, 'id' | 'method' | 'url' | 'traceId'>): void {
    this.logger.info({ requestId: id, method, path: pathOf(url), traceId }, 'request aborted');
  }
}

const routeOf = ({ is404, routeOptions }: FastifyRequest): string => (is404 ? 'none' : (routeOptions.url ?? 'none'));

/** The request's id in every log line and reply, and a note of each request. */
export const logRequests = (app: FastifyInstance, notes: RequestNotes): void => {
  let inHand = 0;
  measureSaturation({ requests: () => inHand });
  app.decorateRequest('traceId', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    inHand += 1;
    reply.raw.once('close', () => (inHand -= 1));
    // the events at the end of a reply run outside its trace
    request.traceId = traceId();
    nameRequest(request.method, routeOf(request), request.id);
    void reply.header('X-Request-Id', request.id);
    requestContext.run({ requestId: request.id }, done);
  });
  // The events that carry a body run outside the context that the hook above opened. Here the session is known.
  app.addHook('preValidation', (request, _reply, done) =>
    requestContext.run({ requestId: request.id, session: request.ownerSession }, done),
  );
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, url, traceId } = request;
    notes.note({
      id,
      method,
      url,
      route: routeOf(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
      traceId,
    });
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    notes.noteAborted(request);
    done();
  });
};
