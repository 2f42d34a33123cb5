import type { FastifyInstance } from 'fastify';
import { refuse } from './square-error.js';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Restricts routes to this machine, even if the process listens on other interfaces. */
export const loopbackOnly = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ socket }) => {
    if (!LOOPBACK.test(socket.remoteAddress ?? '')) throw refuse('NOT_FOUND', 'Resource not found.');
  });
};
