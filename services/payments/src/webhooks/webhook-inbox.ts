import { Inject, Injectable } from '@nestjs/common';
import type { SquareWebhook } from '@geodes/contracts';
import { AppError, LOGGER, type Logger } from '@geodes/kit';
import { DataSource } from 'typeorm';
import { PaymentsConfig } from '../config.js';
import { parseEvent } from './square-event.js';
import { WebhookQueue } from './webhook-queue.js';
import { isSigned } from './webhook-signature.js';

/** Square repeats an event for a day, older pages of its documentation say three. */
const KEPT = '4 days';
const PRUNED_AT_ONCE = 10_000;

/** Takes Square's webhooks. They only hasten what reconciliation would find, so nothing is lost with one. */
@Injectable()
export class WebhookInbox {
  private readonly url: string;
  private readonly key: string;

  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(WebhookQueue) private readonly queue: WebhookQueue,
    @Inject(PaymentsConfig) config: PaymentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.url = `${config.PUBLIC_URL.replace(/\/+$/, '')}/api/square/webhooks`;
    this.key = config.SQUARE_WEBHOOK_SIGNATURE_KEY ?? '';
  }

  /** Answers at once; the payment is read from Square afterwards. Throws FORBIDDEN for a signature that is not Square's. */
  async receive({ body, signature }: SquareWebhook): Promise<void> {
    const raw = Buffer.from(body, 'base64');
    if (!isSigned({ body: raw, signature }, this.url, this.key))
      throw new AppError('FORBIDDEN', 'The signature does not match.');
    const event = parseEvent(raw);
    if (!event) return this.logger.warn('signed webhook without an event');
    if (!(await this.isNew(event.eventId))) return;
    if (event.subject) this.queue.add(event.subject);
  }

  async prune(): Promise<void> {
    await this.database.query(
      `DELETE FROM webhook_event WHERE event_id IN (SELECT event_id FROM webhook_event
         WHERE received_at < now() - $1::interval ORDER BY received_at LIMIT $2)`,
      [KEPT, PRUNED_AT_ONCE],
    );
  }

  private async isNew(eventId: string): Promise<boolean> {
    const rows = (await this.database.query(
      'INSERT INTO webhook_event (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id',
      [eventId],
    )) as unknown[];
    return rows.length > 0;
  }
}
