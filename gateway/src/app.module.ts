import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { PingSubject } from '@geodes/contracts';
import { Bus, type HealthCheck, InFlight, KitModule, type Logger, takesFailpoints } from '@geodes/kit';
import { AuthModule } from './auth/auth.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { ChallengeModule } from './challenge/challenge.module.js';
import { GatewayConfig } from './config.js';
import { ConnectionsModule, REDIS, type Redis } from './connections.js';
import { HoldsModule } from './holds/holds.module.js';
import { Networks } from './http/networks.js';
import { RateLimits } from './http/rate-limits.js';
import { ResponseCache } from './http/response-cache.js';
import { LiveModule } from './live/live.module.js';
import { MediaModule } from './media/media.module.js';
import { ObjectStore } from './media/object-store.js';
import { OrdersModule } from './orders/orders.module.js';
import { PanelModule } from './panel/panel.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { DropsModule } from './drops/drops.module.js';
import { QuestionsModule } from './questions/questions.module.js';
import { SpreadsheetsModule } from './spreadsheets/spreadsheets.module.js';
import { SiteModule } from './site/site.module.js';

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

@Global()
@Module({ providers: [Networks, RateLimits, ResponseCache], exports: [Networks, RateLimits, ResponseCache] })
class HttpModule {}

@Module({})
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
          natsUrl: config.NATS_URL,
          inFlight,
          health: { useFactory: healthChecks, inject: [Bus, REDIS, ObjectStore] },
          name: config.NAME,
          failpoints: takesFailpoints(config),
        }),
        ConnectionsModule,
        HttpModule,
        AuthModule,
        CatalogModule,
        ChallengeModule,
        HoldsModule,
        LiveModule,
        OrdersModule,
        PaymentsModule,
        MediaModule,
        PanelModule,
        QuestionsModule,
        DropsModule,
        SpreadsheetsModule,
        SiteModule,
      ],
    };
  }
}
