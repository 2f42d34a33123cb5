import { Module } from '@nestjs/common';
import { ChallengeController } from './challenge.controller.js';
import { ChallengeStore } from './challenge-store.js';
import { Challenges } from './challenges.js';

@Module({ controllers: [ChallengeController], providers: [Challenges, ChallengeStore], exports: [Challenges] })
export class ChallengeModule {}
