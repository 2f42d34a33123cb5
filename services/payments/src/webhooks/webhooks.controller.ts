import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Nothing, SquareWebhook } from '@geodes/contracts';
import { AppError, Handles } from '@geodes/kit';
import { PaymentsConfig } from '../config.js';
import { isSigned, parseEvent, webhookUrl } from './square-event.js';
import { WebhookQueue } from './webhook-queue.js';

/**
 * Receives Square's webhooks. They only speed up reconciliation: a lost one is made up for, and a repeated one only
 * repeats a read.
 */
@Controller()
export class WebhooksController {
  constructor(
    private readonly queue: WebhookQueue,
    private readonly config: PaymentsConfig,
  ) {}

  /** Queues the payment or refund for a read from Square. Throws FORBIDDEN if the signature is not Square's. */
  @Handles('payments.receive-webhook')
  receiveWebhook(@Payload() { body, signature }: SquareWebhook): Nothing {
    const raw = Buffer.from(body, 'base64');
    const { SQUARE_WEBHOOK_SIGNATURE_KEY: key = '' } = this.config;
    if (!isSigned({ body: raw, signature }, webhookUrl(this.config), key))
      throw new AppError('FORBIDDEN', 'The signature does not match.');
    const event = parseEvent(raw);
    if (event) this.queue.add(event);
    return {};
  }
}
