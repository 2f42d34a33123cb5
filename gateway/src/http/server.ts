import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, FieldError } from '@geodes/contracts';
import { badRequest, isDraining, type Logger, metrics } from '@geodes/kit';
import type { GatewayConfig } from '../config.js';
import { sendError } from '../errors/error-filter.js';
import { requestId } from './request-log.js';

/** The client closed the connection before its request was complete. */
const CLIENT_GONE = ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'];

/** Returns the contract's error body for an error of Node's HTTP parser. */
const errorBody = (reason: string | undefined): ErrorBody => {
  if (reason === 'HPE_HEADER_OVERFLOW')
    return { statusCode: 431, code: 'TOO_LARGE', message: 'The address or its headers are too long.' };
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { statusCode: 408, code: 'BAD_REQUEST', message: 'What was sent did not arrive in time. Please try again.' };
  return { statusCode: 400, code: 'BAD_REQUEST', message: 'What was sent could not be read.' };
};

/** Returns a whole HTTP response, since neither Node nor Fastify writes one for a request that was not parsed. */
const rawResponse = (body: ErrorBody): string => {
  const text = JSON.stringify(body);
  const headers = [
    `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode]}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text}`;
};

/** Sends an error for a request that Node cannot parse, and closes the connection. */
export const handleClientErrors =
  (logger: Logger) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || CLIENT_GONE.includes(error.code ?? '')) {
      socket.destroy();
      return;
    }
    const body = errorBody(error.code);
    logger.info({ status: body.statusCode, reason: error.code }, 'request not parsed');
    socket.write(rawResponse(body));
    socket.destroySoon();
  };

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the URL for the router. A path that cannot be decoded (`/%zz`) is escaped, so that the router does not find
 * it: Fastify itself would respond without the shop's headers and log line.
 */
export const normaliseUrl = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
};

/** The only `Expect` value that Node supports. */
const EXPECT_CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Returns why a request is malformed. An undecodable path is malformed under /api, and a missing page elsewhere. */
const findFault = ({ url, originalUrl, raw }: FastifyRequest): FieldError | undefined => {
  const { host, expect } = raw.headers;
  if (url !== originalUrl && url.startsWith('/api/'))
    return { field: 'url', reason: 'This address could not be read.' };
  if (host === undefined && raw.httpVersion === '1.1') return { field: 'Host', reason: 'The request names no host.' };
  if (expect !== undefined && !EXPECT_CONTINUE.test(expect))
    return { field: 'Expect', reason: 'The request expects what this shop cannot do.' };
  return undefined;
};

/** Sends 400 in the shop's error format for requests that Node or Fastify would refuse without a body. */
export const refuseMalformed = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = findFault(request);
    done(fault && badRequest(fault));
  });
};

/** JSON bodies only; uploads have other limits. */
const MAX_BODY_BYTES = 100 * 1024;
/** Time to receive a whole request. The panel gives up an upload on a slow line after 180 s. */
const REQUEST_TIMEOUT_MS = 200_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** Proxies commonly keep idle connections for 60 s. They must close first, or a request may get lost. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Node's own limit for a URL and its headers: an id of any length is not found, not malformed. */
const MAX_PARAM_LENGTH = 16 * 1024;
/** Open downloads and slow clients are disconnected this long after the stop signal. */
const STOP_TIMEOUT_MS = 7_000;

/** Creates Fastify with limits on time and size. It trusts forwarding headers of the configured proxies only. */
export const createServer = ({ trustedProxies }: GatewayConfig, logger: Logger): FastifyAdapter =>
  new FastifyAdapter({
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // refuseMalformed sends an error body for a request without a host
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    genReqId: requestId,
    requestIdHeader: false,
    rewriteUrl: normaliseUrl,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: handleClientErrors(logger),
    // only an absolute URL without a host still gets here
    frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) => sendError(reply, error, logger),
  });

/** After the stop signal, each response closes its connection. After the timeout, all connections are closed. */
export const stopGracefully = (app: FastifyInstance): void => {
  app.addHook('preClose', (done) => {
    setTimeout(() => (app.server as Server).closeAllConnections(), STOP_TIMEOUT_MS).unref();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!app.server.listening || isDraining()) void reply.header('Connection', 'close');
    done();
  });
};

const METRICS_TIMEOUT_MS = 5_000;
const MAX_METRICS_CONNECTIONS = 20;

/** Serves GET /metrics on a port that is not published. Throws when the port is taken. It ends with the process. */
export const serveMetrics = async (port: number, host: string): Promise<Server> => {
  const server = createHttpServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => response.destroy(),
    );
  });
  server.requestTimeout = METRICS_TIMEOUT_MS;
  server.maxConnections = MAX_METRICS_CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  return server;
};
