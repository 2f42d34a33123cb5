import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CATEGORIES } from '../square-error.js';
import { checked } from '../validation.js';
import { CALL_FAULTS, FAULTY_OPERATIONS, WEBHOOK_FAULTS, type ErrorReply, type FaultQueue } from './fault-queue.js';

/** Short forms of `error`. */
const REPLIES: Record<string, ErrorReply> = {
  'error-500': { status: 500, category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' },
  'error-503': { status: 503, category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' },
  'error-429': { status: 429, category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' },
};

const errorReply = z.object({
  status: z.int().min(400).max(599),
  category: z.enum(CATEGORIES),
  code: z.string().regex(/^[A-Z][A-Z0-9_]+$/),
  detail: z.string().optional(),
  field: z.string().optional(),
  retryAfter: z.int().min(0).optional(),
});

const faultRequest = z.object({
  operation: z.enum(FAULTY_OPERATIONS).default('any'),
  kind: z.enum([...CALL_FAULTS, ...WEBHOOK_FAULTS]).default('error'),
  count: z.int().min(1).max(1_000_000).default(1),
  delayMs: z.int().min(0).max(600_000).optional(),
  recorded: z.boolean().optional(),
});

/** Serves /simulator/faults, where tests request faults. */
export const faultRoutes = (app: FastifyInstance, faults: FaultQueue): void => {
  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => {
    const asked = checked(faultRequest, request.body);
    const { kind, delayMs = kind.startsWith('refund-') ? 1_000 : 5_000 } = asked;
    const isError = kind === 'error' || kind in REPLIES;
    const fault = {
      ...asked,
      delayMs,
      reply: isError ? checked(errorReply, { ...REPLIES[kind], ...(request.body as object) }) : undefined,
    };
    faults.add(fault);
    return reply.status(201).send(fault);
  });
  app.delete('/faults', (_, reply) => {
    faults.clear();
    return reply.status(204).send();
  });
};
