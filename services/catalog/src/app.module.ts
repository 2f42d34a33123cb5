import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type HealthCheck, LOGGER, type Logger, type Prunable, pruningOf } from '@geodes/kit';
import type { CatalogConfig } from './config.js';
import { catalogDatabase } from './data-source.js';
import { DropOpening } from './drops/drop-opening.task.js';
import { OpeningDraw } from './drops/opening-draw.js';
import { OrderEvents } from './events/order-events.js';
import { OrderEventsWorker } from './events/order-events.worker.js';
import { GeodeLists } from './geodes/geode-lists.js';
import { GeodeController } from './geodes/geode.controller.js';
import { HoldExpiry } from './holds/hold-expiry.js';
import { HOLD_MS, HoldShare } from './holds/hold-limits.js';
import { HoldsController } from './holds/holds.controller.js';
import { HoldsService } from './holds/holds.service.js';
import { OwnerHolds } from './holds/owner-holds.js';
import { GeodeImports } from './inventory/geode-imports.js';
import { GeodeInventory } from './inventory/geode-inventory.js';
import { InventoryAgeReader } from './inventory/inventory-age.js';
import { InventoryController } from './inventory/inventory.controller.js';
import { LiveController, LiveService } from './live/live.service.js';
import { OwnerAccessController } from './owner/owner-access.controller.js';
import { OwnerAccessService } from './owner/owner-access.service.js';
import { RedisConnection } from './redis-connection.js';
import { ReservationsController } from './reservations/reservations.controller.js';
import { ReservationsService } from './reservations/reservations.service.js';
import { ReturnGeodes } from './reservations/return-geodes.js';
import { Withdrawal } from './reservations/withdrawal.js';
import { ShopDetailsController } from './shop/shop-details.controller.js';
import { ShopDetailsService } from './shop/shop-details.service.js';
import { ShowcaseController } from './showcase/showcase.controller.js';
import { ShowcaseService } from './showcase/showcase.service.js';
import { AvailabilityReader } from './units/availability-reader.js';

/** Rows that only detect repeated or delayed messages. None arrive after the retention, and the audit reads no older rows. */
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
      // the health checks of KitModule inject RedisConnection
      global: true,
      exports: [RedisConnection],
      imports: [TypeOrmModule.forRoot(catalogDatabase(config.DATABASE_URL))],
      controllers: [
        GeodeController,
        InventoryController,
        ShowcaseController,
        ReservationsController,
        HoldsController,
        LiveController,
        OwnerAccessController,
        ShopDetailsController,
      ],
      providers: [
        {
          provide: RedisConnection,
          useFactory: (logger: Logger) => new RedisConnection(config.REDIS_URL, logger),
          inject: [LOGGER],
        },
        GeodeLists,
        GeodeInventory,
        InventoryAgeReader,
        GeodeImports,
        ShowcaseService,
        AvailabilityReader,
        ReservationsService,
        ReturnGeodes,
        Withdrawal,
        { provide: HOLD_MS, useValue: config.HOLD_MINUTES * 60_000 },
        OpeningDraw,
        DropOpening,
        HoldShare,
        HoldsService,
        OwnerHolds,
        HoldExpiry,
        LiveService,
        OwnerAccessService,
        ShopDetailsService,
        OrderEvents,
        OrderEventsWorker,
        pruningOf(DataSource, PRUNED),
      ],
    };
  }
}

/** The checks of /health/ready besides NATS. */
export const catalogHealth = {
  useFactory: (database: DataSource, redis: RedisConnection): HealthCheck[] => [
    { name: 'database', check: () => database.query('SELECT 1') },
    { name: 'redis', check: () => redis.check() },
  ],
  inject: [DataSource, RedisConnection],
} satisfies Omit<Provider, 'provide'>;
