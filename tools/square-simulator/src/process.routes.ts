import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Ledger } from './ledger/ledger.js';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

/** Serves health and metrics like every process of the shop. */
export const processRoutes = (app: FastifyInstance, ledger: Ledger): void => {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async () => {
    await ledger.written();
    return { status: 'ok' };
  });
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};
