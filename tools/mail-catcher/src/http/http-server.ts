import { type IncomingMessage, type Server, createServer } from 'node:http';
import { access, constants } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { SMTPServer } from 'smtp-server';

/** A page or call. */
export interface Route {
  method: 'GET' | 'DELETE';
  /** Matches the whole path; its groups are the handler's `params`. */
  path: RegExp;
  handle(request: RouteRequest): Reply | Promise<Reply>;
}

interface RouteRequest {
  params: string[];
  query: URLSearchParams;
  remoteAddress: string | undefined;
}

interface Reply {
  status: number;
  type: string;
  body: string | Buffer;
  /** A Content-Security-Policy other than that of the pages. */
  policy?: string;
}

export const json = (status: number, body: object): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

export const page = (body: string, policy?: string): Reply => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body,
  policy,
});

export const notFound = (): Reply => json(404, { message: 'There is no such page or letter.' });

const MAX_CONNECTIONS = 100;
const REQUEST_TIMEOUT_MS = 5_000;
/** With or without a port. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** The pages themselves: no script, and nothing from elsewhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Builds the HTTP server of the pages. Node's own: a framework would take a third of this process's memory. Logs paths
 * without queries, which have email addresses.
 */
export const buildHttpServer = (routes: readonly Route[], log: Logger): Server => {
  const server = createServer((request, response) => {
    const startMs = performance.now();
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    response.on('close', () => {
      const status = response.writableFinished ? response.statusCode : 0;
      const line = { method: request.method, path, status, ms: Math.round(performance.now() - startMs) };
      if (path.startsWith('/health/') || path === '/metrics') log.debug(line, 'request');
      else log.info(line, 'request');
    });
    void respond(routes, path, request)
      .catch((error: unknown) => {
        log.error({ err: error }, 'unexpected failure');
        return json(500, { message: 'The mail catcher failed.' });
      })
      .then(({ status, type, body, policy = PAGE_POLICY }) => {
        response.writeHead(status, {
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(body),
          'Content-Security-Policy': policy,
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cross-Origin-Resource-Policy': 'same-origin',
          'Cache-Control': 'no-store',
        });
        response.end(body);
      });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return server;
};

const respond = async (routes: readonly Route[], path: string, request: IncomingMessage): Promise<Reply> => {
  // a website whose name resolves to this machine could otherwise read the letters
  if (!LOCAL_HOST.test(request.headers.host ?? ''))
    return json(421, { message: 'Open this page under the name localhost.' });
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  for (const route of routes) {
    const found = route.method === method ? route.path.exec(path) : null;
    if (!found) continue;
    const query = new URLSearchParams((request.url ?? '').slice(path.length));
    return route.handle({ params: found.slice(1), query, remoteAddress: request.socket.remoteAddress });
  }
  return notFound();
};

/** Serves health and metrics like every process of the shop. Ready: letters can arrive and be written. */
export const processRoutes = (smtp: SMTPServer, mailFolder: string): Route[] => [
  { method: 'GET', path: /^\/health\/live$/, handle: () => json(200, { status: 'ok' }) },
  {
    method: 'GET',
    path: /^\/health\/ready$/,
    handle: async () => {
      const isWritable = await access(mailFolder, constants.W_OK).then(
        () => true,
        () => false,
      );
      if (smtp.server.listening && isWritable) return json(200, { status: 'ok' });
      return json(503, { status: 'unavailable', failing: [isWritable ? 'smtp' : 'mail folder'] });
    },
  },
  {
    method: 'GET',
    path: /^\/metrics$/,
    handle: async () => {
      // loaded when the first reader comes: a shop on one machine has none
      const { collectDefaultMetrics, register } = await import('prom-client');
      if (register.getMetricsAsArray().length === 0) collectDefaultMetrics({ eventLoopMonitoringPrecision: 100 });
      return { status: 200, type: register.contentType, body: await register.metrics() };
    },
  },
];
