import { z } from 'zod';
import { idempotencyKey, money, optional, squareCode } from '../validation.js';

/** Square's minimum for the US is not documented; zero is certainly below it. */
const chargeable = money.refine(({ amount }) => amount > 0, {
  ...squareCode('AMOUNT_TOO_LOW', 'The amount is below what can be charged'),
  path: ['amount'],
});

/** POST /v2/payments. Lengths as Square's OpenAPI file says; other fields are accepted and ignored. */
export const createPaymentRequest = z.object({
  source_id: z.string().min(1),
  idempotency_key: idempotencyKey,
  amount_money: chargeable,
  autocomplete: optional(z.boolean()),
  delay_duration: optional(z.string()),
  delay_action: optional(z.enum(['CANCEL'])),
  location_id: optional(z.string().min(1).max(50)),
  reference_id: optional(z.string().max(40)),
  note: optional(z.string().max(500)),
  buyer_email_address: optional(z.string().max(255)),
});
export type CreatePaymentRequest = z.output<typeof createPaymentRequest>;

/** POST /v2/payments/cancel. */
export const cancelByKeyRequest = z.object({ idempotency_key: idempotencyKey });
