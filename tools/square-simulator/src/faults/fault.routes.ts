import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../square-error.js';
import { checked } from '../validation.js';
import { CALL_FAULTS, FAULTY_OPERATIONS, WEBHOOK_FAULTS, type FaultBook } from './fault-book.js';

const faultRequest = z.object({
  operation: z.enum(FAULTY_OPERATIONS).default('any'),
  kind: z.enum([...CALL_FAULTS, ...WEBHOOK_FAULTS]),
  count: z.int().min(1).max(1_000_000).default(1),
  delayMs: z.int().min(0).max(600_000).default(5_000),
  recorded: z.boolean().optional(),
});

/** /simulator/faults: what a test wants to go wrong. */
export const faultRoutes = (app: FastifyInstance, faults: FaultBook): void => {
  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => {
    const added = faults.add(checked(faultRequest, request.body));
    if (!added) throw refuse('BAD_REQUEST', 'Too many faults at once.');
    return reply.status(201).send(added);
  });
  app.delete('/faults', (_, reply) => {
    faults.clear();
    return reply.status(204).send();
  });
};
