import { createHmac, randomUUID } from 'node:crypto';
import { Agent as HttpAgent, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import type { WebhookSubscription } from '../config.js';
import type { FaultQueue, Operation } from '../faults/fault-queue.js';
import type { Change, Ledger } from '../ledger/ledger.js';
import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/create-refund.js';

const MERCHANT_ID = 'MLSIMULATOR01';

/** A notification with its object as it was at the time of the event. */
interface WebhookEvent {
  id: string;
  /** What the shop subscribes to: docs/deployment.md. */
  type: 'payment.updated' | 'refund.created' | 'refund.updated';
  createdAt: string;
  subject: Payment | Refund;
}

/** Builds the body in Square's format. */
const notificationBody = ({ id, type, createdAt, subject }: WebhookEvent): string => {
  const kind = type.startsWith('payment') ? 'payment' : 'refund';
  return JSON.stringify({
    merchant_id: MERCHANT_ID,
    type,
    event_id: id,
    created_at: createdAt,
    data: { type: kind, id: subject.id, object: { [kind]: subject } },
  });
};

/** `x-square-hmacsha256-signature`: base64 of HMAC-SHA256 over the subscribed URL and the raw body. */
const sign = (signatureKey: string, notificationUrl: string, body: string): string =>
  createHmac('sha256', signatureKey)
    .update(notificationUrl + body)
    .digest('base64');

const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

/**
 * Sends JSON and returns the status after the complete response, so the connection can be reused. Follows no redirects.
 * Rejects without a response. fetch would cost two and a half times the CPU time and 13 MB.
 */
const postJson = (
  url: string,
  body: string,
  { headers, signal }: { headers: OutgoingHttpHeaders; signal: AbortSignal },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const isHttps = url.startsWith('https:');
    const request = (isHttps ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: isHttps ? agents.https : agents.http,
      signal,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      response.once('error', reject).once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.end(body);
  });

/** Square waits 10 s for a response. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Square retries after 1, 2, 4 … minutes for a day. The simulator uses seconds and stops after five minutes. */
const RETRY_AFTER_S = [1, 2, 4, 8, 16, 32, 60, 60, 120];
const MAX_CONCURRENT = 16;

type FailureReason = 'http_timeout' | 'http_error' | 'other_error';

interface Delivery {
  event: WebhookEvent;
  attempt: number;
  firstSentAt?: string;
  reason?: FailureReason;
}

/** Sends notifications to the seller with retries. A restart loses unsent ones: reconciliation finds what they said. */
export class WebhookSender {
  private readonly queue: Delivery[] = [];
  private readonly stopping = new AbortController();
  private active = 0;

  constructor(
    private readonly subscription: WebhookSubscription,
    private readonly ledger: Ledger,
    private readonly faults: FaultQueue,
    private readonly log: FastifyBaseLogger,
  ) {}

  eventsFor(change: Change, operation: Operation): WebhookEvent[] {
    const { ledger } = this;
    const payments = (change.payments ?? []).filter(({ id }) => ledger.payment(id));
    const refunds = change.refunds ?? [];
    const subjects = [
      ...payments.map((subject) => ({ subject, type: 'payment.updated' }) as const),
      ...refunds.map(
        (subject) => ({ subject, type: ledger.refund(subject.id) ? 'refund.updated' : 'refund.created' }) as const,
      ),
    ];
    return subjects.flatMap(({ subject, type }) => {
      const fault = this.faults.takeForWebhook(operation);
      if (fault === 'drop-webhook') return [];
      const event = { id: randomUUID(), type, createdAt: new Date().toISOString(), subject };
      return fault === 'duplicate-webhook' ? [event, event] : [event];
    });
  }

  send(events: readonly WebhookEvent[]): void {
    for (const event of events) this.enqueue({ event, attempt: 0 });
  }

  stop(): void {
    this.stopping.abort();
    this.queue.length = 0;
  }

  private enqueue(delivery: Delivery): void {
    if (this.stopping.signal.aborted) return;
    this.queue.push(delivery);
    this.pump();
  }

  private pump(): void {
    while (this.active < MAX_CONCURRENT && this.queue.length > 0) void this.deliver(this.queue.shift() as Delivery);
  }

  private async deliver(delivery: Delivery): Promise<void> {
    this.active += 1;
    delivery.firstSentAt ??= new Date().toISOString();
    const failure = await this.post(delivery);
    this.active -= 1;
    if (this.stopping.signal.aborted) return;
    if (failure) this.retry({ ...delivery, attempt: delivery.attempt + 1, reason: failure });
    this.pump();
  }

  /** Returns undefined after a 2xx response in time. A redirect is a failure, as with Square. */
  private async post({ event, attempt, firstSentAt, reason }: Delivery): Promise<FailureReason | undefined> {
    const { signatureKey, notificationUrl, deliverTo } = this.subscription;
    const body = notificationBody(event);
    const repeated: Record<string, string> =
      attempt > 0 ? { 'square-retry-number': String(attempt), 'square-retry-reason': reason ?? 'other_error' } : {};
    const limit = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    try {
      const status = await postJson(deliverTo, body, {
        signal: AbortSignal.any([limit, this.stopping.signal]),
        headers: {
          'user-agent': 'Square Connect v2',
          'square-environment': 'Sandbox',
          'square-initial-delivery-timestamp': firstSentAt ?? '',
          'x-square-hmacsha256-signature': sign(signatureKey, notificationUrl, body),
          ...repeated,
        },
      });
      return status >= 200 && status < 300 ? undefined : 'http_error';
    } catch {
      return limit.aborted ? 'http_timeout' : 'other_error';
    }
  }

  private retry(delivery: Delivery): void {
    const seconds = RETRY_AFTER_S[delivery.attempt - 1];
    if (seconds !== undefined) setTimeout(() => this.enqueue(delivery), seconds * 1_000).unref();
    else this.log.warn({ eventId: delivery.event.id, attempt: delivery.attempt }, 'notification given up');
  }
}
