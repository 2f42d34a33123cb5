import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { PingSubject } from '@geodes/contracts';
import { Bus, type HealthCheck, InFlight, KitModule, type Logger } from '@geodes/kit';
import { AdminSessions } from './auth/admin-sessions.js';
import { AuthController } from './auth/auth.controller.js';
import { KnownDevices } from './auth/known-devices.js';
import { LoginAttempts } from './auth/login-attempts.js';
import { Login } from './auth/login.js';
import { OperatorCommands } from './auth/operator-commands.js';
import { OwnerAccessReader } from './auth/owner-access-reader.js';
import { OwnerPin } from './auth/owner-pin.js';
import { Passkeys } from './auth/passkeys.js';
import { GeodesController } from './catalog/geodes.controller.js';
import { OwnerInventoryController } from './catalog/owner-inventory.controller.js';
import { OwnerShowcaseController } from './catalog/owner-showcase.controller.js';
import { QuestionsAndRemindersController } from './catalog/questions-and-reminders.controller.js';
import { ChallengeController, Challenges } from './challenge/challenges.js';
import { GatewayConfig } from './config.js';
import { ConnectionsModule, REDIS, type Redis } from './connections.js';
import { DeclineCounts } from './declines/decline-counts.js';
import { DeclineLimits } from './declines/decline-limits.js';
import { HoldsController, OwnerHoldsController } from './holds/holds.controller.js';
import { Networks } from './http/networks.js';
import { BrowserCookie } from './http/cookies.js';
import { RateLimits } from './http/rate-limits.js';
import { ResponseCache } from './http/response-cache.js';
import { LiveHub } from './live/live-hub.js';
import { LiveController } from './live/live.controller.js';
import { ObjectStore } from './media/object-store.js';
import { PicturesController } from './media/pictures.controller.js';
import { Pictures } from './media/pictures.js';
import { Placeholders } from './media/placeholders.js';
import { Uploads } from './media/uploads.js';
import { OrderPlacement } from './orders/order-placement.js';
import { OrdersController } from './orders/orders.controller.js';
import { OwnerOrdersController } from './orders/owner-orders.controller.js';
import { PanelController } from './panel/panel.controller.js';
import { ShopHealthReader } from './panel/shop-health.js';
import { OwnerReconciliationController, WebhooksController } from './payments/payments.controller.js';
import { BuiltSite } from './site/built-site.js';
import { PageDocuments } from './site/page-documents.js';
import { ShopDetailsReader } from './site/shop-details-reader.js';
import { ShopDetailsController } from './site/shop-details.controller.js';
import { SiteController } from './site/site.controller.js';
import { Exports } from './spreadsheets/exports.js';
import { GeodeImports } from './spreadsheets/geode-imports.js';
import { SpreadsheetsController } from './spreadsheets/spreadsheets.controller.js';
import { TrackingImports } from './spreadsheets/tracking-imports.js';

const SERVICES = ['catalog', 'orders', 'payments', 'media'] as const;
const PING_TIMEOUT_MS = 2_000;

/** /health/ready checks these besides NATS: both stores, and that a process of each service responds. */
const healthChecks = (bus: Bus, redis: Redis, store: ObjectStore): HealthCheck[] => [
  { name: 'redis', check: () => redis.ping() },
  { name: 'object-store', check: () => store.ping() },
  ...SERVICES.map((service) => ({
    name: service,
    check: () => bus.call(`${service}.ping` satisfies PingSubject, {}, { timeoutMs: PING_TIMEOUT_MS }),
  })),
];

@Global()
@Module({})
class ConfigModule {}

@Module({
  controllers: [
    AuthController,
    GeodesController,
    OwnerInventoryController,
    OwnerShowcaseController,
    QuestionsAndRemindersController,
    ChallengeController,
    HoldsController,
    OwnerHoldsController,
    LiveController,
    OrdersController,
    OwnerOrdersController,
    WebhooksController,
    OwnerReconciliationController,
    PicturesController,
    PanelController,
    SpreadsheetsController,
    SiteController,
    ShopDetailsController,
  ],
  providers: [
    Networks,
    RateLimits,
    ResponseCache,
    AdminSessions,
    KnownDevices,
    Login,
    LoginAttempts,
    OperatorCommands,
    OwnerAccessReader,
    OwnerPin,
    Passkeys,
    Challenges,
    BrowserCookie,
    LiveHub,
    DeclineCounts,
    DeclineLimits,
    OrderPlacement,
    Pictures,
    Uploads,
    Placeholders,
    ShopHealthReader,
    Exports,
    GeodeImports,
    TrackingImports,
    PageDocuments,
    ShopDetailsReader,
    { provide: BuiltSite, useFactory: (config: GatewayConfig) => BuiltSite.load(config), inject: [GatewayConfig] },
  ],
})
export class AppModule {
  static for(config: GatewayConfig, logger: Logger, inFlight: InFlight): DynamicModule {
    return {
      module: AppModule,
      imports: [
        {
          module: ConfigModule,
          providers: [{ provide: GatewayConfig, useValue: config }],
          exports: [GatewayConfig],
        },
        KitModule.for({
          logger,
          config,
          inFlight,
          health: { useFactory: healthChecks, inject: [Bus, REDIS, ObjectStore] },
        }),
        ConnectionsModule,
      ],
    };
  }
}
