import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { QueueName } from '@geodes/contracts';
import { type HealthCheck, LOGGER, type Logger, type Prunable, pruningOf } from '@geodes/kit';
import { AttemptStore } from './checkout/attempt-store.js';
import { Checkout } from './checkout/checkout.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutAgeTask } from './checkout/checkout-age.task.js';
import { CheckoutRecovery } from './checkout/checkout-recovery.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { CheckoutWorker } from './checkout/checkout-worker.js';
import { RestoreGate } from './checkout/restore-gate.js';
import { OrdersConfig } from './config.js';
import { ordersDatabase } from './data-source.js';
import { LetterComposer } from './letters/compose-letter.js';
import { LETTER_QUEUE, LetterRelay } from './letters/letter-relay.js';
import { LetterStore } from './letters/letter-store.js';
import { LetterWorker } from './letters/letter.worker.js';
import { LettersController } from './letters/letters.controller.js';
import { Mailer } from './letters/mailer.js';
import { PaymentReviewTask } from './letters/payment-review.task.js';
import { SaleReminderTask, SaleReminders, SaleRemindersController } from './letters/sale-reminders.js';
import { OrderLists } from './orders/order-lists.js';
import { OrdersController } from './orders/orders.controller.js';
import { Shipping } from './orders/shipping.js';
import { BuyerController } from './buyers/buyer.controller.js';
import { EraseBuyer } from './buyers/erase-buyer.js';
import { ExportBuyer } from './buyers/export-buyer.js';
import { StateController } from './operations/state.controller.js';
import { QueueStates } from './operations/queue-states.js';
import { OutboxController } from './outbox/outbox.controller.js';
import { OutboxService } from './outbox/outbox.service.js';
import { EVENT_QUEUE, OutboxRelay } from './outbox/outbox-relay.js';
import { RedisQueue, connectRedis, REDIS } from './redis.js';
import { RefundSyncTask } from './refunds/refund-sync.task.js';
import { RefundTask } from './refunds/refund.task.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { RefundsService } from './refunds/refunds.service.js';
import { SalesController, SalesService } from './sales/sales.service.js';

/** Dropped outbox events have no `done_at` and stay as a record. */
const PRUNED: Prunable[] = [
  { table: 'outbox', since: 'done_at' },
  // Letters of orders stay: the audit expects them.
  { table: 'letter', since: 'sent_at', where: `kind = 'question'` },
  { table: 'sale_reminder', since: 'lettered_at', days: 7 },
  // Its geode never went on sale.
  { table: 'sale_reminder', since: 'asked_at', where: 'lettered_at IS NULL', days: 365 },
  // An old key that is sent again begins a new checkout. An attempt with a recorded, cancelled order stays with it.
  {
    table: 'checkout_attempt',
    since: 'updated_at',
    where: `state = 'refused' AND NOT EXISTS (SELECT FROM shop_order WHERE shop_order.id = checkout_attempt.order_id)`,
  },
];

const queueProvider = (provide: symbol, name: QueueName) => ({
  provide,
  useFactory: (redis: Redis, logger: Logger) => new RedisQueue(name, redis, logger),
  inject: [REDIS, LOGGER],
});

@Global()
@Module({
  controllers: [
    BuyerController,
    CheckoutController,
    LettersController,
    OutboxController,
    OrdersController,
    RefundsController,
    SaleRemindersController,
    SalesController,
    StateController,
  ],
  providers: [
    AttemptStore,
    Checkout,
    CheckoutAgeTask,
    CheckoutRecovery,
    CheckoutService,
    CheckoutWorker,
    EraseBuyer,
    ExportBuyer,
    LetterComposer,
    LetterRelay,
    LetterStore,
    LetterWorker,
    Mailer,
    OutboxService,
    OrderLists,
    OutboxRelay,
    PaymentReviewTask,
    QueueStates,
    RefundSyncTask,
    RefundTask,
    RefundsService,
    RestoreGate,
    SaleReminderTask,
    SaleReminders,
    SalesService,
    Shipping,
  ],
})
export class OrdersModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  static for(config: OrdersConfig): DynamicModule {
    return {
      module: OrdersModule,
      imports: [TypeOrmModule.forRoot(ordersDatabase(config.DATABASE_URL))],
      providers: [
        { provide: REDIS, useFactory: (logger: Logger) => connectRedis(config.REDIS_URL, logger), inject: [LOGGER] },
        queueProvider(EVENT_QUEUE, 'catalog.order-events'),
        queueProvider(LETTER_QUEUE, 'orders.letters'),
        { provide: OrdersConfig, useValue: config },
        pruningOf(DataSource, PRUNED),
      ],
      exports: [REDIS],
    };
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

/** Health checks besides NATS. Redis is not one: without it events wait in the outbox and checkouts continue. */
export const health = {
  useFactory: (database: DataSource): HealthCheck[] => [
    { name: 'database', check: () => database.query('SELECT 1') },
    {
      name: 'reconciliation after a restore',
      isNotice: true,
      check: async () => {
        const rows = await database.query<unknown[]>('SELECT FROM restore_gate');
        if (rows.length > 0) throw new Error('not complete');
      },
    },
  ],
  inject: [DataSource],
};
