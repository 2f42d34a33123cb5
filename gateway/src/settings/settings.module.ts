import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { FailedEventsController } from './failed-events.controller.js';
import { HealthController } from './health.controller.js';
import { SessionsController } from './sessions.controller.js';
import { ShopHealthReader } from './shop-health.js';

@Module({
  imports: [AuthModule],
  controllers: [HealthController, FailedEventsController, SessionsController],
  providers: [ShopHealthReader],
})
export class SettingsModule {}
