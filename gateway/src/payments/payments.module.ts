import { Module } from '@nestjs/common';
import { OwnerReconciliationController } from './owner-reconciliation.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({ controllers: [WebhooksController, OwnerReconciliationController] })
export class PaymentsModule {}
