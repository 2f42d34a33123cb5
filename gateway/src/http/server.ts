import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDraining, type Logger } from '@geodes/kit';
import type { ErrorBody } from '@geodes/contracts';
import type { GatewayConfig } from '../config.js';
import { sendError } from '../errors/error-filter.js';
import { normaliseUrl } from './normalise-url.js';
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
