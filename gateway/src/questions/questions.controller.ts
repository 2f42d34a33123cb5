import { randomUUID } from 'node:crypto';
import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import { AskQuestionBody, type Nothing } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { Challenges } from '../challenge/challenges.js';
import { RateLimits } from '../http/rate-limits.js';
import { IdempotencyKey, UuidParamPipe } from '../http/request-params.js';

/** An arbitrary namespace. It must never change, or a repeated question would be sent again. */
const QUESTION_NAMESPACE = '0d5f5c0b-4b0e-4b7a-8a8a-3f1c2d7e9b65';

/** Questions of shoppers about a geode, which become letters to the owner. */
@Controller('api/geodes')
export class QuestionsController {
  constructor(
    private readonly bus: Bus,
    private readonly challenges: Challenges,
    private readonly limits: RateLimits,
  ) {}

  @Post(':id/questions')
  @HttpCode(202)
  @RouteConfig({ limit: 'challenges' })
  async ask(
    @Param('id', UuidParamPipe) geodeId: string,
    @Body() { challenge, ...question }: AskQuestionBody,
    @IdempotencyKey() key: string | undefined,
    @Req() { ip }: FastifyRequest,
  ): Promise<Nothing> {
    await this.limits.check('questions', ip);
    await this.challenges.require(challenge);
    const { title } = await this.bus.call('catalog.get-geode', { id: geodeId });
    await this.limits.count('questions', ip);
    const id = key === undefined ? randomUUID() : uuidv5(key, QUESTION_NAMESPACE);
    try {
      await this.bus.call('orders.ask-question', { ...question, id, geodeId, title });
    } catch (error) {
      // a shopper who repeats it until it is taken sends one question
      await this.limits.uncount('questions', ip);
      throw error;
    }
    return {};
  }
}
