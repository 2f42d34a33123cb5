import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock, type HealthCheck, LOGGER, type Logger, type Prunable, Pruning } from '@geodes/kit';
import { AttemptStore } from './checkout/attempt-store.js';
import { Checkout } from './checkout/checkout.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutRecovery } from './checkout/checkout-recovery.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { CheckoutWorker } from './checkout/checkout-worker.js';
import { RestoreGate } from './checkout/restore-gate.js';
import type { OrdersConfig } from './config.js';
import { ordersDatabase } from './data-source.js';
import { OrderLists } from './orders/order-lists.js';
import { OrdersController } from './orders/orders.controller.js';
import { Shipping } from './orders/shipping.js';
import { BuyerController } from './buyers/buyer.controller.js';
import { EraseBuyer } from './buyers/erase-buyer.js';
import { ExportBuyer } from './buyers/export-buyer.js';
import { OrdersStateReader } from './operations/orders-state.js';
import { QueueStates } from './operations/queue-states.js';
import { StateController } from './operations/state.controller.js';
import { EVENT_QUEUE, RedisEventQueue } from './outbox/event-queue.js';
import { OutboxController } from './outbox/outbox.controller.js';
import { OutboxService } from './outbox/outbox.service.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { connectRedis, REDIS } from './redis.js';
import { RefundSyncTask } from './refunds/refund-sync.task.js';
import { RefundTask } from './refunds/refund.task.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { RefundsService } from './refunds/refunds.service.js';
import { SalesController } from './sales/sales.controller.js';
import { SalesService } from './sales/sales.service.js';

/** Dropped outbox events have no `done_at` and stay as a record. */
const PRUNED: Prunable[] = [
  { table: 'outbox', since: 'done_at' },
  // An old key that is sent again begins a new checkout. An attempt with a recorded, cancelled order stays with it.
  {
    table: 'checkout_attempt',
    since: 'updated_at',
    where: `state = 'refused' AND NOT EXISTS (SELECT FROM shop_order WHERE shop_order.id = checkout_attempt.order_id)`,
  },
];

@Global()
@Module({
  controllers: [
    BuyerController,
    CheckoutController,
    OutboxController,
    OrdersController,
    RefundsController,
    SalesController,
    StateController,
  ],
  providers: [
    AttemptStore,
    Checkout,
    CheckoutRecovery,
    CheckoutService,
    CheckoutWorker,
    EraseBuyer,
    ExportBuyer,
    OutboxService,
    OrderLists,
    OrdersStateReader,
    OutboxRelay,
    QueueStates,
    RefundSyncTask,
    RefundTask,
    RefundsService,
    RestoreGate,
    SalesService,
    Shipping,
  ],
})
export class OrdersModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  static for(config: Pick<OrdersConfig, 'DATABASE_URL' | 'REDIS_URL'>): DynamicModule {
    return {
      module: OrdersModule,
      imports: [
        TypeOrmModule.forRoot({ ...ordersDatabase(config.DATABASE_URL), retryAttempts: 30, retryDelay: 1_000 }),
      ],
      providers: [
        { provide: REDIS, useFactory: (logger: Logger) => connectRedis(config.REDIS_URL, logger), inject: [LOGGER] },
        {
          provide: EVENT_QUEUE,
          useFactory: (redis: Redis, logger: Logger) => new RedisEventQueue(redis, logger),
          inject: [REDIS, LOGGER],
        },
        {
          provide: Pruning,
          useFactory: (database: DataSource, clock: Clock, logger: Logger) =>
            new Pruning(database, clock, logger, PRUNED),
          inject: [DataSource, CLOCK, LOGGER],
        },
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
