import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Counter, isDraining, nameRequest, traceId } from '@geodes/kit';
import { matchesEtag } from './accept.js';
import { requestId, type RequestNotes } from './request-log.js';

/** A reply that says the same to everybody who asks with the same address and the same headers of `OF_THE_REPLY`. */
export interface Replayable {
  body: Buffer;
  etag: string;
  /** False as soon as the reply must be made anew. */
  isStill(): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What was answered, where the same answer may be sent again. */
    replayable?: Replayable;
  }
}

/** Request headers that a public reply may depend on, as their Vary says; If-None-Match is answered for. */
const OF_THE_REPLY = ['accept', 'accept-encoding'] as const;
/** With one of these the whole way is gone. */
const OUT_OF_THE_ORDINARY = ['range', 'if-range', 'content-length', 'transfer-encoding', 'expect', 'upgrade'];
/** Each reply has its own, or Node writes it. */
const NOT_REPLAYED = ['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding'];
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-length'];

const ENTRIES = 4_000;
const BYTES = 8 * 1024 * 1024;
const LARGEST_BYTES = 256 * 1024;
const MAX_ADDRESS = 500;

interface Replay {
  reply: Replayable;
  route: string;
  /** Name, value, name, value … as `writeHead` takes them. */
  headers: string[];
  headersOf304: string[];
}

const replays = new Counter({
  name: 'shop_cache_fast_path_total',
  help: 'Public reads that were answered again without the router',
});

const keyOf = ({ url = '', headers }: IncomingMessage): string =>
  `${OF_THE_REPLY.map((name) => String(headers[name] ?? '')).join('\n')}\n${url}`;

const isOrdinary = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.host !== undefined && OUT_OF_THE_ORDINARY.every((name) => headers[name] === undefined);

/**
 * Answers a public read that was answered before without going through the router again: the same bytes under the same
 * headers, for as long as the reply that was sent is the one that is kept. Only handlers that say `replayable` of their
 * reply take part, so that nothing personal can; a reply that sets a cookie never does.
 */
export const registerCacheFastPath = (app: FastifyInstance, notes: RequestNotes): void => {
  const known = new LRUCache<string, Replay>({
    max: ENTRIES,
    maxSize: BYTES,
    sizeCalculation: ({ reply }) => reply.body.length + 2_000,
  });
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  app.decorateRequest('replayable', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    learn(known, request, reply);
    done();
  });

  const replay = (request: IncomingMessage, response: ServerResponse): boolean => {
    // a reply that asks to hang up goes the whole way
    if (stopping || isDraining() || !isOrdinary(request)) return false;
    const key = keyOf(request);
    const found = known.get(key);
    if (!found) return false;
    if (!found.reply.isStill()) {
      known.delete(key);
      return false;
    }
    replays.inc();
    const began = performance.now();
    const id = requestId(request);
    const trace = traceId();
    nameRequest('GET', found.route, id);
    const has = matchesEtag(request.headers['if-none-match'], found.reply.etag);
    const status = has ? 304 : 200;
    response.once('finish', () =>
      notes.note({
        id,
        method: 'GET',
        url: request.url ?? '',
        route: found.route,
        status,
        ms: performance.now() - began,
        traceId: trace,
      }),
    );
    response.writeHead(status, ['X-Request-Id', id, ...(has ? found.headersOf304 : found.headers)]);
    response.end(has ? undefined : found.reply.body);
    return true;
  };

  const handlers = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!replay(request, response)) for (const handle of handlers) handle.call(app.server, request, response);
  });
};

const learn = (known: LRUCache<string, Replay>, request: FastifyRequest, reply: FastifyReply): void => {
  const { replayable, raw } = request;
  if (!replayable || reply.statusCode !== 200 || reply.hasHeader('set-cookie')) return;
  if (!isOrdinary(raw) || replayable.body.length > LARGEST_BYTES || request.url.length > MAX_ADDRESS) return;
  // compressed on its way, it is not these bytes
  if (Number(reply.getHeader('content-length')) !== replayable.body.length || !replayable.isStill()) return;
  const sent = Object.entries(reply.getHeaders()).filter(([name]) => !NOT_REPLAYED.includes(name));
  const flat = (headers: typeof sent) => headers.flatMap(([name, value]) => [name, String(value)]);
  known.set(keyOf(raw), {
    reply: replayable,
    route: request.routeOptions.url ?? 'none',
    headers: flat(sent),
    headersOf304: flat(sent.filter(([name]) => !OF_THE_BODY.includes(name))),
  });
};
