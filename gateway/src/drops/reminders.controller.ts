import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { AskReminderBody, type Nothing } from '@geodes/contracts';
import { AppError, Bus } from '@geodes/kit';
import { Challenges } from '../challenge/challenges.js';
import { RateLimits } from '../http/rate-limits.js';
import { UuidParamPipe } from '../http/request-params.js';

/** Reminders that a geode goes on sale in an hour. */
@Controller('api/geodes')
export class RemindersController {
  constructor(
    private readonly bus: Bus,
    private readonly challenges: Challenges,
    private readonly limits: RateLimits,
  ) {}

  @Post(':id/reminders')
  @HttpCode(202)
  @RouteConfig({ limit: 'challenges' })
  async ask(
    @Param('id', UuidParamPipe) geodeId: string,
    @Body() { email, challenge }: AskReminderBody,
    @Req() { ip }: FastifyRequest,
  ): Promise<Nothing> {
    await this.limits.check('reminders', ip);
    await this.challenges.require(challenge);
    const { availability, title } = await this.bus.call('catalog.get-geode', { id: geodeId });
    if (availability !== 'upcoming') throw new AppError('CHANGED', `“${title}” does not go on sale later.`);
    await this.limits.count('reminders', ip);
    await this.bus.call('orders.ask-reminder', { email, geodeId });
    return {};
  }
}
