import { randomUUID } from 'node:crypto';
import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import { AskQuestionBody, AskReminderBody, type Nothing } from '@geodes/contracts';
import { AppError, Bus } from '@geodes/kit';
import { Challenges } from '../challenge/challenges.js';
import { RateLimits } from '../http/rate-limits.js';
import { IdempotencyKey, UuidParamPipe } from '../http/request-params.js';

/** An arbitrary namespace. It must never change, or a repeated question would be sent again. */
const QUESTION_NAMESPACE = '0d5f5c0b-4b0e-4b7a-8a8a-3f1c2d7e9b65';

/** What makes the shop write letters about a geode. Each needs a solved challenge. */
@Controller('api/geodes')
export class QuestionsAndRemindersController {
  constructor(
    private readonly bus: Bus,
    private readonly challenges: Challenges,
    private readonly limits: RateLimits,
  ) {}

  /** Sends a buyer's question to the owner. */
  @Post(':id/questions')
  @HttpCode(202)
  @RouteConfig({ limit: 'challenges' })
  async askQuestion(
    @Param('id', UuidParamPipe) geodeId: string,
    @Body() { challenge, ...question }: AskQuestionBody,
    @IdempotencyKey() key: string | undefined,
    @Req() { ip }: FastifyRequest,
  ): Promise<Nothing> {
    await this.limits.check('questions', ip);
    await this.challenges.require(challenge);
    const { title } = await this.bus.call('catalog.get-geode', { id: geodeId });
    const id = key === undefined ? randomUUID() : uuidv5(key, QUESTION_NAMESPACE);
    // a buyer who repeats it until it is taken sends one question
    return this.limits.countIfTaken('questions', ip, () =>
      this.bus.call('orders.ask-question', { ...question, id, geodeId, title }),
    );
  }

  /** Asks for a letter an hour before the geode goes on sale. */
  @Post(':id/reminders')
  @HttpCode(202)
  @RouteConfig({ limit: 'challenges' })
  async askReminder(
    @Param('id', UuidParamPipe) geodeId: string,
    @Body() { email, challenge }: AskReminderBody,
    @Req() { ip }: FastifyRequest,
  ): Promise<Nothing> {
    await this.limits.check('reminders', ip);
    await this.challenges.require(challenge);
    const { availability, title } = await this.bus.call('catalog.get-geode', { id: geodeId });
    if (availability !== 'upcoming') throw new AppError('CHANGED', `“${title}” does not go on sale later.`);
    return this.limits.countIfTaken('reminders', ip, () => this.bus.call('orders.ask-reminder', { email, geodeId }));
  }
}
