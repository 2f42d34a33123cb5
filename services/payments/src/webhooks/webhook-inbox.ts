import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SquareWebhook } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { PaymentsConfig } from '../config.js';
import { parseEvent } from './square-event.js';
import { WebhookQueue } from './webhook-queue.js';

/** Returns the URL that Square signs and sends to; the path is the gateway's. */
export const webhookUrl = ({ PUBLIC_URL }: Pick<PaymentsConfig, 'PUBLIC_URL'>): string =>
  `${PUBLIC_URL.replace(/\/+$/, '')}/api/square/webhooks`;

/**
 * Receives Square's webhooks. They only speed up reconciliation: a lost one is made up for, and a repeated one only
 * repeats a read.
 */
@Injectable()
export class WebhookInbox {
  private readonly url: string;
  private readonly key: string;

  constructor(
    private readonly queue: WebhookQueue,
    config: PaymentsConfig,
  ) {
    this.url = webhookUrl(config);
    this.key = config.SQUARE_WEBHOOK_SIGNATURE_KEY ?? '';
  }

  /** Queues the payment or refund for a read from Square. Throws FORBIDDEN if the signature is not Square's. */
  receive({ body, signature }: SquareWebhook): void {
    const raw = Buffer.from(body, 'base64');
    if (!isSigned({ body: raw, signature }, this.url, this.key))
      throw new AppError('FORBIDDEN', 'The signature does not match.');
    const event = parseEvent(raw);
    if (event) this.queue.add(event);
  }
}

/**
 * Whether Square signed this body for this URL: base64 of the HMAC-SHA256 over the URL and the raw body
 * (developer.squareup.com/docs/webhooks/step3validate). Compares in constant time.
 */
export const isSigned = (webhook: { body: Buffer; signature: string }, url: string, key: string): boolean => {
  if (!key) return false;
  const expected = createHmac('sha256', key).update(url).update(webhook.body).digest();
  const received = Buffer.from(webhook.signature, 'base64');
  return received.length === expected.length && timingSafeEqual(received, expected);
};
