import { Module } from '@nestjs/common';
import { ReconciliationController } from './reconciliation.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({ controllers: [WebhooksController, ReconciliationController] })
export class PaymentsModule {}
