import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock, type HealthCheck, LOGGER, type Logger, type Prunable, Pruning } from '@geodes/kit';
import type { CatalogConfig } from './config.js';
import { catalogDatabase } from './data-source.js';
import { GeodeImports } from './geodes/geode-imports.js';
import { GeodeInventory } from './geodes/geode-inventory.js';
import { GeodeLists } from './geodes/geode-lists.js';
import { GeodeController } from './geodes/geode.controller.js';
import { Geode } from './geodes/geode.entity.js';
import { InventoryAgeReader } from './geodes/inventory-age.js';
import { LiveController } from './live/live.controller.js';
import { LiveService } from './live/live.service.js';
import { RedisConnection, redisHealth, RedisModule } from './redis.module.js';
import { ShowcaseItem } from './showcase/showcase-item.entity.js';
import { ShowcaseController } from './showcase/showcase.controller.js';
import { ShowcaseService } from './showcase/showcase.service.js';
import { EventQueueMetrics } from './stock/event-queue-metrics.js';
import { HoldExpiry } from './stock/hold-expiry.js';
import { HoldsController } from './stock/holds.controller.js';
import { HOLD_MS, HoldsService } from './stock/holds.service.js';
import { OwnerHolds } from './stock/owner-holds.js';
import { OrderEvents } from './stock/order-events.js';
import { OrderEventsWorker } from './stock/order-events.worker.js';
import { StockController } from './stock/stock.controller.js';
import { StockService } from './stock/stock.service.js';
import { Withdrawal } from './stock/withdrawal.js';

/** No command is that late, and an event that is applied again changes nothing; the audit asks for no older ones. */
const PRUNED: Prunable[] = [
  { table: 'handled_fact', since: 'handled_at' },
  { table: 'order_release', since: 'released_at' },
  { table: 'hold', since: 'ended_at' },
];

@Module({})
export class CatalogModule {
  static for(config: Pick<CatalogConfig, 'DATABASE_URL' | 'REDIS_URL' | 'HOLD_MINUTES'>): DynamicModule {
    return {
      module: CatalogModule,
      imports: [
        TypeOrmModule.forRoot(catalogDatabase(config.DATABASE_URL)),
        TypeOrmModule.forFeature([Geode, ShowcaseItem]),
        RedisModule.for(config.REDIS_URL),
      ],
      controllers: [GeodeController, ShowcaseController, StockController, HoldsController, LiveController],
      providers: [
        GeodeLists,
        GeodeInventory,
        InventoryAgeReader,
        GeodeImports,
        ShowcaseService,
        StockService,
        Withdrawal,
        HoldsService,
        OwnerHolds,
        HoldExpiry,
        LiveService,
        { provide: HOLD_MS, useValue: config.HOLD_MINUTES * 60_000 },
        OrderEvents,
        OrderEventsWorker,
        EventQueueMetrics,
        {
          provide: Pruning,
          useFactory: (database: DataSource, clock: Clock, logger: Logger) =>
            new Pruning(database, clock, logger, PRUNED),
          inject: [DataSource, CLOCK, LOGGER],
        },
      ],
    };
  }
}

/** What /health/ready asks besides NATS. */
export const catalogHealth = {
  useFactory: (database: DataSource, redis: RedisConnection): HealthCheck[] => [
    { name: 'database', check: () => database.query('SELECT 1') },
    redisHealth(redis),
  ],
  inject: [DataSource, RedisConnection],
} satisfies Omit<Provider, 'provide'>;
