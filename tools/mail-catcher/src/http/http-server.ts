import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Logger } from 'pino';
import { json, notFound, type Reply, type Route } from './route.js';

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
