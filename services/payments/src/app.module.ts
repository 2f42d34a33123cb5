import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Prunable, pruningOf } from '@geodes/kit';
import { BuyerController } from './buyers/buyer.controller.js';
import { PaymentsConfig } from './config.js';
import { paymentsDatabase } from './data-source.js';
import { Differences } from './differences/differences.js';
import { StateController } from './operations/state.controller.js';
import { Authorise } from './payments/authorise.js';
import { Capture } from './payments/capture.js';
import { PaymentStore } from './payments/payment-store.js';
import { PaymentsController } from './payments/payments.controller.js';
import { RefundPart } from './payments/refund-part.js';
import { RefundPayment } from './payments/refund-payment.js';
import { RefundStore } from './payments/refund-store.js';
import { RefundsController } from './payments/refunds.controller.js';
import { VoidPayment } from './payments/void-payment.js';
import { Repair } from './reconciliation/repair.js';
import { Reconcile } from './reconciliation/reconcile.js';
import { ReconcileOnDemand } from './reconciliation/reconcile-on-demand.js';
import { ReconciliationRunLog } from './reconciliation/reconciliation-run-log.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { Schedule, Sweep } from './reconciliation/schedule.js';
import { SquareAccount } from './square/square-account.js';
import { SquarePayments } from './square/square-payments.js';
import { WebhookQueue } from './webhooks/webhook-queue.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

const PRUNED: Prunable[] = [{ table: 'difference', since: 'seen_at', where: `state <> 'open'`, days: 365 }];

@Module({})
export class PaymentsModule {
  static for(config: PaymentsConfig): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [TypeOrmModule.forRoot(paymentsDatabase(config))],
      controllers: [
        PaymentsController,
        RefundsController,
        ReconciliationController,
        WebhooksController,
        BuyerController,
        StateController,
      ],
      providers: [
        { provide: PaymentsConfig, useValue: config },
        SquarePayments,
        SquareAccount,
        PaymentStore,
        Authorise,
        Capture,
        VoidPayment,
        RefundStore,
        RefundPart,
        RefundPayment,
        Differences,
        ReconciliationRunLog,
        Repair,
        Reconcile,
        ReconcileOnDemand,
        Sweep,
        WebhookQueue,
        Schedule,
        pruningOf(DataSource, PRUNED),
      ],
    };
  }
}
