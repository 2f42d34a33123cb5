import { Module } from '@nestjs/common';
import { ChallengeModule } from '../challenge/challenge.module.js';
import { DeclineCounts } from './decline-counts.js';
import { DeclineLimits } from './decline-limits.js';
import { DeclinedCardsController } from './declined-cards.controller.js';

@Module({
  imports: [ChallengeModule],
  controllers: [DeclinedCardsController],
  providers: [DeclineCounts, DeclineLimits],
  exports: [DeclineLimits],
})
export class DeclinesModule {}
