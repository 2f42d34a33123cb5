import type { FastifyInstance } from 'fastify';
import { refuse } from './square-error.js';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Hides a part from everybody but this machine, also where the process listens on more than loopback. */
export const loopbackOnly = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ socket }) => {
    if (!LOOPBACK.test(socket.remoteAddress ?? '')) throw refuse('NOT_FOUND', 'Resource not found.');
  });
};
