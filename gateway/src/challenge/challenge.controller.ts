import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Challenge } from '@geodes/contracts';
import { Challenges } from './challenges.js';

/** Gives browsers a challenge before a call demands it. */
@Controller('api/challenge')
export class ChallengeController {
  constructor(private readonly challenges: Challenges) {}

  @Get()
  @RouteConfig({ limit: 'challenges' })
  create(): Promise<Challenge> {
    return this.challenges.create();
  }
}
