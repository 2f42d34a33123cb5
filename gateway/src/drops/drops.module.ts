import { Module } from '@nestjs/common';
import { ChallengeModule } from '../challenge/challenge.module.js';
import { RemindersController } from './reminders.controller.js';
import { TimeController } from './time.controller.js';

@Module({ imports: [ChallengeModule], controllers: [RemindersController, TimeController] })
export class DropsModule {}
