import { Inject, Injectable } from '@nestjs/common';
import type { SquareWebhook } from '@geodes/contracts';
import { AppError, Batches, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { DataSource } from 'typeorm';
import { PaymentsConfig } from '../config.js';
import { parseEvent } from './square-event.js';
import { WebhookQueue } from './webhook-queue.js';
import { isSigned } from './webhook-signature.js';

/** Square repeats an event for a day, older pages of its documentation say three. */
const KEPT = '4 days';
const PRUNED_AT_ONCE = 10_000;
const RECORDED_AT_ONCE = 500;

/** Takes Square's webhooks. They only hasten what reconciliation would find, so nothing is lost with one. */
@Injectable()
export class WebhookInbox {
  private readonly url: string;
  private readonly key: string;
  private readonly events: Batches<string, boolean>;

  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(WebhookQueue) private readonly queue: WebhookQueue,
    @Inject(PaymentsConfig) config: PaymentsConfig,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.url = `${config.PUBLIC_URL.replace(/\/+$/, '')}/api/square/webhooks`;
    this.key = config.SQUARE_WEBHOOK_SIGNATURE_KEY ?? '';
    this.events = new Batches((eventIds) => this.record(eventIds), RECORDED_AT_ONCE, clock);
  }

  /** Answers at once; the payment is read from Square afterwards. Throws FORBIDDEN for a signature that is not Square's. */
  async receive({ body, signature }: SquareWebhook): Promise<void> {
    const raw = Buffer.from(body, 'base64');
    if (!isSigned({ body: raw, signature }, this.url, this.key))
      throw new AppError('FORBIDDEN', 'The signature does not match.');
    const event = parseEvent(raw);
    if (!event) return this.logger.warn('signed webhook without an event');
    if (!(await this.events.answer(event.eventId))) return;
    if (event.subject) this.queue.add(event.subject);
  }

  async prune(): Promise<void> {
    await this.database.query(
      `DELETE FROM webhook_event WHERE event_id IN (SELECT event_id FROM webhook_event
         WHERE received_at < now() - $1::interval ORDER BY received_at LIMIT $2)`,
      [KEPT, PRUNED_AT_ONCE],
    );
  }

  /** Tells for each event whether it came for the first time; those that come at the same moment are one statement. */
  private async record(eventIds: string[]): Promise<boolean[]> {
    const rows = await this.database.query<{ event_id: string }[]>(
      // one order for all, so that two instances never wait for each other's rows
      `INSERT INTO webhook_event (event_id) SELECT event_id FROM unnest($1::text[]) AS event_id ORDER BY event_id
       ON CONFLICT DO NOTHING RETURNING event_id`,
      [eventIds],
    );
    const isNew = new Set(rows.map(({ event_id }) => event_id));
    return eventIds.map((id) => isNew.delete(id));
  }
}
