import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Counter, isDraining, nameRequest, traceId } from '@geodes/kit';
import { matchesEtag } from './accept.js';
import { requestId, type RequestLog } from './request-log.js';

/** A response that is the same for all requests with the same URL and the same `VARY_HEADERS`. */
interface Replayable {
  body: Buffer;
  etag: string;
  /** False once the response must be read again. */
  isFresh(): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by handlers whose response may be sent again to others. */
    replayable?: Replayable;
  }
}

/** Request headers that public responses vary by. */
const VARY_HEADERS = ['accept', 'accept-encoding'] as const;
/** Requests with these headers bypass the fast path. */
const BYPASS_HEADERS = ['range', 'if-range', 'content-length', 'transfer-encoding', 'expect', 'upgrade'];
/** Not stored: they differ in each response, or Node writes them. */
const UNSTORED_HEADERS = ['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding'];
/** Not sent with 304. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-length'];

const MAX_ENTRIES = 4_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024;
/** URL and `VARY_HEADERS`, which clients choose. */
const MAX_KEY_LENGTH = 1_000;
const BYTES_PER_CHARACTER = 2;

interface Entry {
  response: Replayable;
  route: string;
  /** Names and values in turn, as `writeHead` takes them. */
  headers: string[];
  headersOf304: string[];
}

const replays = new Counter({
  name: 'shop_cache_fast_path_total',
  help: 'Public reads sent from the cache without the router',
});

const keyOf = ({ url = '', headers }: IncomingMessage): string =>
  `${VARY_HEADERS.map((name) => String(headers[name] ?? '')).join('\n')}\n${url}`;

const isEligible = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.host !== undefined && BYPASS_HEADERS.every((name) => headers[name] === undefined);

/**
 * Sends a cached public response without the router: the same bytes and headers, while the response cache still holds
 * it. Only responses that a handler marks `replayable` take part, so personal ones cannot. Responses that set a cookie
 * never do.
 */
export const registerCacheFastPath = (app: FastifyInstance, requestLog: RequestLog): void => {
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }, key) => response.body.length + key.length * BYTES_PER_CHARACTER + 2_000,
  });
  app.decorateRequest('replayable', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    store(entries, request, reply);
    done();
  });

  /** Sends the cached response; returns false if the router must handle the request. */
  const replay = (request: IncomingMessage, response: ServerResponse): boolean => {
    // while the process stops, each response closes its connection, which only the router's hooks do
    if (!app.server.listening || isDraining() || !isEligible(request)) return false;
    const key = keyOf(request);
    const entry = entries.get(key);
    if (!entry) return false;
    if (!entry.response.isFresh()) {
      entries.delete(key);
      return false;
    }
    replays.inc();
    const startedAt = performance.now();
    const id = requestId(request);
    const trace = traceId();
    nameRequest('GET', entry.route, id);
    const isUnchanged = matchesEtag(request.headers['if-none-match'], entry.response.etag);
    const status = isUnchanged ? 304 : 200;
    response.once('finish', () =>
      requestLog.record({
        id,
        method: 'GET',
        url: request.url ?? '',
        route: entry.route,
        status,
        ms: performance.now() - startedAt,
        traceId: trace,
      }),
    );
    response.writeHead(status, ['X-Request-Id', id, ...(isUnchanged ? entry.headersOf304 : entry.headers)]);
    response.end(isUnchanged ? undefined : entry.response.body);
    return true;
  };

  const handlers = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!replay(request, response)) for (const handle of handlers) handle.call(app.server, request, response);
  });
};

const store = (entries: LRUCache<string, Entry>, request: FastifyRequest, reply: FastifyReply): void => {
  const { replayable, raw } = request;
  if (!replayable || reply.statusCode !== 200 || reply.hasHeader('set-cookie')) return;
  if (!isEligible(raw) || replayable.body.length > MAX_BODY_BYTES) return;
  const key = keyOf(raw);
  if (key.length > MAX_KEY_LENGTH) return;
  // the compression plugin changed the bytes
  if (Number(reply.getHeader('content-length')) !== replayable.body.length || !replayable.isFresh()) return;
  const sent = Object.entries(reply.getHeaders()).filter(([name]) => !UNSTORED_HEADERS.includes(name));
  const flat = (headers: typeof sent) => headers.flatMap(([name, value]) => [name, String(value)]);
  entries.set(key, {
    response: replayable,
    route: request.routeOptions.url ?? 'none',
    headers: flat(sent),
    headersOf304: flat(sent.filter(([name]) => !BODY_HEADERS.includes(name))),
  });
};
