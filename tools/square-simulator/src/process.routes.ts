import type { FastifyInstance } from 'fastify';
import type { Ledger } from './ledger/ledger.js';
import { metrics } from './metrics.js';

/** Serves health and metrics like every process of the shop. */
export const processRoutes = (app: FastifyInstance, ledger: Ledger): void => {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async () => {
    await ledger.written();
    return { status: 'ok' };
  });
  app.get('/metrics', async (_, reply) => {
    for (const [kind, count] of Object.entries(ledger.counts)) metrics.ledger.set({ kind }, count);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
};
