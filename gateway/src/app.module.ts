import { type DynamicModule, Global, Module } from '@nestjs/common';
import { InFlight, KitModule, type Logger, takesFailpoints } from '@geodes/kit';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { GatewayConfig } from './config.js';
import { ConnectionsModule } from './connections.js';
import { healthProvider } from './health.js';
import { HistoryModule } from './history/history.module.js';
import { HoldsModule } from './holds/holds.module.js';
import { HttpModule } from './http/http.module.js';
import { LiveModule } from './live/live.module.js';
import { MediaModule } from './media/media.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SpreadsheetsModule } from './spreadsheets/spreadsheets.module.js';
import { SiteModule } from './site/site.module.js';

@Global()
@Module({})
class ConfigModule {}

/** The whole gateway. */
@Module({})
export class AppModule {
  static for(config: GatewayConfig, logger: Logger, inFlight: InFlight): DynamicModule {
    const provider = { provide: GatewayConfig, useValue: config };
    const health = { provide: 'health', ...healthProvider };
    return {
      module: AppModule,
      imports: [
        { module: ConfigModule, providers: [provider], exports: [GatewayConfig] },
        KitModule.for({
          logger,
          natsUrl: config.NATS_URL,
          inFlight,
          health,
          name: config.NAME,
          failpoints: takesFailpoints(config),
        }),
        ConnectionsModule,
        HttpModule,
        AuthModule,
        CatalogModule,
        HoldsModule,
        LiveModule,
        OrdersModule,
        PaymentsModule,
        MediaModule,
        SettingsModule,
        HistoryModule,
        AnalyticsModule,
        SpreadsheetsModule,
        SiteModule,
      ],
    };
  }
}
