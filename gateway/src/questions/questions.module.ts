import { Module } from '@nestjs/common';
import { ChallengeModule } from '../challenge/challenge.module.js';
import { QuestionsController } from './questions.controller.js';

@Module({ imports: [ChallengeModule], controllers: [QuestionsController] })
export class QuestionsModule {}
