import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The caller's request id, if there is one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
};

/** Logs each request. Logs only the path, so neither cards nor tokens. */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const status = reply.raw.writableFinished ? reply.statusCode : 0;
    const line = { method, path: request.url.split('?', 1)[0], status, ms: Math.round(reply.elapsedTime) };
    if (route.startsWith('/health') || route === '/metrics') request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
};
