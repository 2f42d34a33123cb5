import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, type Logger, measureSaturation, nameRequest, requestContext, traceId } from '@geodes/kit';

const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9_.-]{7,63}$/;

/** Returns the id that follows a request through services and jobs: the client's if well-formed, else a new one. */
export const requestId = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const id = headers['x-request-id'];
  return typeof id === 'string' && WELL_FORMED.test(id) ? id : randomUUID();
};

/** Drops the query, which may hold email addresses, and the id of a hold, which belongs to its browser. */
const pathOf = (url: string): string => (url.split('?', 1)[0] ?? url).replace(/^(\/api\/holds\/)(?!current$).+/, '$1…');

const seconds = new Histogram({
  name: 'shop_http_seconds',
  help: 'Time to answer an HTTP request, by method, route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** What is logged and measured of a finished request. */
interface FinishedRequest {
  id: string;
  method: string;
  url: string;
  /** The route's pattern. */
  route: string;
  status: number;
  ms: number;
  /** Undefined if the request is not traced. */
  traceId?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    traceId?: string | undefined;
  }
}

/** Writes one log line and one measurement per request. */
export class RequestLog {
  constructor(private readonly logger: Logger) {}

  record({ id, method, url, route, status, ms, traceId }: FinishedRequest): void {
    seconds.observe({ method, route, status }, ms / 1000);
    const line = { requestId: id, method, path: pathOf(url), status, ms: Math.round(ms * 10) / 10, traceId };
    const isProbe = route === '/health/live' || route === '/health/ready' || route === '/metrics';
    this.logger[isProbe ? 'debug' : 'info'](line, 'request');
  }

  recordAborted({ id, method, url, traceId }: Pick<FinishedRequest, 'id' | 'method' | 'url' | 'traceId'>): void {
    this.logger.info({ requestId: id, method, path: pathOf(url), traceId }, 'request aborted');
  }
}

const routeOf = ({ is404, routeOptions }: FastifyRequest): string => (is404 ? 'none' : (routeOptions.url ?? 'none'));

/** Adds the request id to every log line and response, and logs each request. */
export const registerRequestLog = (app: FastifyInstance, requestLog: RequestLog): void => {
  let openRequests = 0;
  measureSaturation({ requests: () => openRequests });
  app.decorateRequest('traceId', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    openRequests += 1;
    reply.raw.once('close', () => (openRequests -= 1));
    // onResponse and onRequestAbort run outside the trace
    request.traceId = traceId();
    nameRequest(request.method, routeOf(request), request.id);
    void reply.header('X-Request-Id', request.id);
    requestContext.run({ requestId: request.id }, done);
  });
  // Reading a body leaves the context that the hook above opened. The session is known by now.
  app.addHook('preValidation', (request, _reply, done) =>
    requestContext.run({ requestId: request.id, session: request.ownerSession }, done),
  );
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, url, traceId } = request;
    requestLog.record({
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
    requestLog.recordAborted(request);
    done();
  });
};
