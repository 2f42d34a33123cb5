import { readFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { Logger } from 'pino';
import type { SMTPServer } from 'smtp-server';
import type { LetterStore } from './letter-store.js';
import { FRAME_RIGHTS, letterPage, listPage, withLinksInTabs } from './pages.js';

/** A page or call. */
interface Route {
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

const MAX_LISTED = 20;
/** RFC 5321. */
const MAX_ADDRESS_LENGTH = 254;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Serves the letters as JSON for tests, and deletes those of an address. */
export const letterRoutes = (store: LetterStore): Route[] => [
  {
    method: 'GET',
    path: /^\/letters$/,
    handle: async ({ query }) => {
      const kept = await store.list(MAX_LISTED, query.get('to') ?? undefined);
      const letters = await Promise.all(kept.map(({ name }) => store.read(name)));
      return json(200, { letters: letters.filter((letter) => letter !== undefined) });
    },
  },
  {
    method: 'DELETE',
    path: /^\/letters$/,
    handle: async ({ query, remoteAddress }) => {
      // a container that publishes the page is reached from elsewhere, too
      if (!LOOPBACK.test(remoteAddress ?? '')) return notFound();
      const to = query.get('to') ?? '';
      if (!to.includes('@') || to.length > MAX_ADDRESS_LENGTH)
        return json(400, { message: 'to must be an email address.' });
      return json(200, { deleted: await store.deleteFor(to) });
    },
  },
];

const LETTERS_PER_PAGE = 100;
const STYLE = readFileSync(new URL('../assets/catcher.css', import.meta.url));

/** Serves the list of letters, and each one. Only the shop's pictures load inside a letter. */
export const pageRoutes = (store: LetterStore, shopOrigin: string): Route[] => {
  const letterPolicy = [
    `sandbox ${FRAME_RIGHTS}`,
    "default-src 'none'",
    `img-src ${shopOrigin} data:`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

  return [
    {
      method: 'GET',
      path: /^\/catcher\.css$/,
      handle: () => ({ status: 200, type: 'text/css; charset=utf-8', body: STYLE }),
    },
    {
      method: 'GET',
      path: /^\/$/,
      handle: async ({ query }) => {
        const before = query.get('before');
        const all = store.names();
        const rest = before ? all.filter((name) => name < before) : all;
        const names = rest.slice(0, LETTERS_PER_PAGE);
        const older = rest.length > names.length ? names.at(-1) : undefined;
        return page(listPage(await store.summaries(names), all.length, older));
      },
    },
    {
      method: 'GET',
      path: /^\/letters\/([\w-]+)$/,
      handle: async ({ params: [name = ''] }) => {
        const letter = await store.read(name);
        return letter ? page(letterPage(letter)) : notFound();
      },
    },
    {
      method: 'GET',
      path: /^\/letters\/([\w-]+)\/html$/,
      handle: async ({ params: [name = ''] }) => {
        const letter = await store.read(name);
        return letter?.html ? page(withLinksInTabs(letter.html), letterPolicy) : notFound();
      },
    },
  ];
};

const json = (status: number, body: object): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

const page = (body: string, policy?: string): Reply => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body,
  policy,
});

const notFound = (): Reply => json(404, { message: 'There is no such page or letter.' });
