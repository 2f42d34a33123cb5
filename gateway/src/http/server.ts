import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDraining, type Logger } from '@geodes/kit';
import type { GatewayConfig } from '../config.js';
import { sendError } from '../errors/error-filter.js';
import { answerClientErrors } from './client-errors.js';
import { normaliseUrl } from './normalise-url.js';
import { requestId } from './request-log.js';

/** Bodies of this size pass, larger ones do not; uploads have a limit of their own. */
const BODY_LIMIT_BYTES = 100 * 1024;
/** A whole request comes in within this: longer than the 180 s after which the panel gives up a picture on a slow line. */
const REQUEST_TIMEOUT_MS = 200_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** Longer than proxies keep idle connections (60 s is common), so that it is they who close. */
const KEEP_ALIVE_MS = 72_000;
/** As much as Node takes of an address and its headers: what is too long for an id is unknown, not malformed. */
const MAX_PARAMETER = 16 * 1024;
/** Downloads and slow clients are cut off here, before the process has to be gone. */
const STOP_TIMEOUT_MS = 7_000;

/** Fastify as the gateway wants it: bounded in time and size, believing only the proxies it is told. */
export const createServer = ({ trustedProxies }: GatewayConfig, logger: Logger): FastifyAdapter =>
  new FastifyAdapter({
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // one without a host is refused in the form of every error, by refuseUnreadable
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    genReqId: requestId,
    requestIdHeader: false,
    rewriteUrl: normaliseUrl,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientErrors(logger),
    // what is left of these: an absolute address without a host
    frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) => sendError(reply, error, logger),
  });

/** From the signal on each reply asks the client to hang up, and what does not end in time is cut off. */
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
