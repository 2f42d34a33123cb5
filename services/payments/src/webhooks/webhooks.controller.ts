import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Nothing, SquareWebhook } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { WebhookInbox } from './webhook-inbox.js';

@Controller()
export class WebhooksController {
  constructor(private readonly inbox: WebhookInbox) {}

  @Handles('payments.receive-webhook')
  receiveWebhook(@Payload() webhook: SquareWebhook): Nothing {
    this.inbox.receive(webhook);
    return {};
  }
}
