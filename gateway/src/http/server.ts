import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDraining, type Logger } from '@geodes/kit';
import type { GatewayConfig } from '../config.js';
import { sendError } from '../errors/error-filter.js';
import { handleClientErrors } from '../errors/client-errors.js';
import { normaliseUrl } from './normalise-url.js';
import { requestId } from './request-log.js';

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
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    setTimeout(() => (app.server as Server).closeAllConnections(), STOP_TIMEOUT_MS).unref();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping || isDraining()) void reply.header('Connection', 'close');
    done();
  });
};
