import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checked, optional } from '../validation.js';
import type { Ledger } from './ledger.js';

const ledgerQuery = z.object({ reference_id: optional(z.string()) });

/** GET /simulator/ledger: every payment and refund of every location, oldest first, read only. */
export const ledgerRoutes = (app: FastifyInstance, ledger: Ledger): void => {
  app.get('/ledger', async (request) => {
    const { reference_id } = checked(ledgerQuery, request.query);
    await ledger.written();
    if (reference_id === undefined) return { payments: [...ledger.payments()], refunds: [...ledger.refunds()] };
    const payments = ledger.paymentsOfReference(reference_id);
    return { payments, refunds: payments.flatMap(({ id }) => ledger.refundsOf(id)) };
  });
};
