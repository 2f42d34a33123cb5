import { createHmac } from 'node:crypto';
import { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';
import type { Network } from '../network/network.js';
import type { LedgerPayment } from './ledger.js';

export const SIGNATURE_KEY = 'interleavings';
const NOTIFICATION_URL = 'http://localhost/api/square/webhooks';
const TIMEOUT_MS = 5_000;

/** Square tells what changed: soon or late, in any order, twice or never. */
export const deliverWebhooks = (
  around: RunContext,
  network: Network,
  payment: LedgerPayment,
  type: 'payment.created' | 'payment.updated',
): void => {
  const { random, faults, names } = around;
  const eventId = random.uuid();
  if (random.chance(faults.webhookLost)) return around.count('a webhook that never comes');
  const object = { payment: { id: payment.id, reference_id: payment.attemptId } };
  const body = JSON.stringify({ event_id: eventId, type, data: { type: 'payment', id: payment.id, object } });
  const signature = createHmac('sha256', SIGNATURE_KEY).update(NOTIFICATION_URL).update(body).digest('base64');
  const webhook = { body: Buffer.from(body).toString('base64'), signature };
  const times = random.chance(faults.webhookTwice) ? 2 : 1;
  if (times > 1) around.count('a webhook that comes twice');
  for (let time = 1; time <= times; time += 1)
    around.send(`Square → webhook ${type} of ${names.of(payment.attemptId)}`, null, () => {
      around.count('a webhook');
      network.call(new ProcessRun('gateway'), 'payments.receive-webhook', webhook, TIMEOUT_MS).catch(() => undefined);
    });
};
