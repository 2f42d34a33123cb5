import { Module } from '@nestjs/common';
import { ChallengeModule } from '../challenge/challenge.module.js';
import { BrowserCookie } from './browser-cookie.js';
import { HoldsController } from './holds.controller.js';
import { OwnerHoldsController } from './owner-holds.controller.js';

@Module({
  imports: [ChallengeModule],
  controllers: [HoldsController, OwnerHoldsController],
  providers: [BrowserCookie],
  exports: [BrowserCookie],
})
export class HoldsModule {}
