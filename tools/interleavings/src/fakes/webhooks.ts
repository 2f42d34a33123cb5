import { createHmac } from 'node:crypto';
import type { RunContext } from '../simulation/run-context.js';
import { ProcessRun } from '../simulation/scheduler.js';
import type { LedgerPayment } from './ledger.js';
import type { Network } from './network.js';
import type { LedgerRefund } from './refund-ledger.js';

export const SIGNATURE_KEY = 'interleavings';
const NOTIFICATION_URL = 'http://localhost/api/square/webhooks';
const TIMEOUT_MS = 5_000;

/** The part of a webhook's body that payments reads. */
export interface WebhookBody {
  type: string;
  data: { id: string; object: { payment?: { reference_id: string } } };
}

/** Sends a webhook about a changed payment, or about `refund` of it: on time or late, in any order, twice or never. */
export const deliverWebhooks = (
  context: RunContext,
  network: Network,
  type: string,
  payment: LedgerPayment,
  refund?: LedgerRefund,
): void => {
  const { random, faults, names } = context;
  const eventId = random.uuid();
  if (random.chance(faults.webhookLost)) return context.count('a webhook lost');
  const { id } = refund ?? payment;
  const object = refund
    ? { refund: { id, payment_id: payment.id } }
    : { payment: { id, reference_id: payment.attemptId } };
  const body = JSON.stringify({ event_id: eventId, type, data: { type: type.split('.')[0], id, object } });
  const signature = createHmac('sha256', SIGNATURE_KEY).update(NOTIFICATION_URL).update(body).digest('base64');
  const webhook = { body: Buffer.from(body).toString('base64'), signature };
  const times = random.chance(faults.webhookTwice) ? 2 : 1;
  if (times > 1) context.count('a webhook delivered twice');
  for (let time = 1; time <= times; time += 1)
    context.send(`Square → webhook ${type} of ${names.of(payment.attemptId)}`, null, () => {
      context.count('a webhook');
      network.call(new ProcessRun('gateway'), 'payments.receive-webhook', webhook, TIMEOUT_MS).catch(() => undefined);
    });
};
