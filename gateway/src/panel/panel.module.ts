import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { FailedEventsController } from './failed-events.controller.js';
import { HealthController } from './health.controller.js';
import { HistoryController } from './history.controller.js';
import { LettersController } from './letters.controller.js';
import { ShopHealthReader } from './shop-health.js';

/** What the owner's panel shows besides inventory, orders and payments. */
@Module({
  controllers: [AnalyticsController, FailedEventsController, HealthController, HistoryController, LettersController],
  providers: [ShopHealthReader],
})
export class PanelModule {}
