import { Module } from '@nestjs/common';
import { ChallengeController } from './challenge.controller.js';
import { Challenges } from './challenges.js';

@Module({ controllers: [ChallengeController], providers: [Challenges], exports: [Challenges] })
export class ChallengeModule {}
