import { Inject, Injectable } from '@nestjs/common';
import type { SquareWebhook } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { PaymentsConfig } from '../config.js';
import { parseEvent } from './square-event.js';
import { WebhookQueue } from './webhook-queue.js';
import { isSigned } from './webhook-signature.js';

/** Takes Square's webhooks. They only hasten what reconciliation would find: a lost one loses nothing, a repeated one only repeats a read. */
@Injectable()
export class WebhookInbox {
  private readonly url: string;
  private readonly key: string;

  constructor(
    @Inject(WebhookQueue) private readonly queue: WebhookQueue,
    @Inject(PaymentsConfig) config: PaymentsConfig,
  ) {
    this.url = `${config.PUBLIC_URL.replace(/\/+$/, '')}/api/square/webhooks`;
    this.key = config.SQUARE_WEBHOOK_SIGNATURE_KEY ?? '';
  }

  /** The payment is read from Square afterwards. Throws FORBIDDEN for a signature that is not Square's. */
  receive({ body, signature }: SquareWebhook): void {
    const raw = Buffer.from(body, 'base64');
    if (!isSigned({ body: raw, signature }, this.url, this.key))
      throw new AppError('FORBIDDEN', 'The signature does not match.');
    const event = parseEvent(raw);
    if (event) this.queue.add(event);
  }
}
