import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndHoldQuery, type Hold, HoldBody, type OpenHolds } from '@geodes/contracts';
import { AppError, Bus } from '@geodes/kit';
import { Challenges } from '../challenge/challenges.js';
import { Networks } from '../http/networks.js';
import { BrowserCookie } from '../http/cookies.js';
import { UuidParamPipe } from '../http/request-params.js';
import { ResponseCache } from '../http/response-cache.js';

/** A browser's hold: it keeps the geodes of a cart off sale while the buyer types. */
@Controller('api/holds')
export class HoldsController {
  constructor(
    private readonly bus: Bus,
    private readonly browserCookie: BrowserCookie,
    private readonly cache: ResponseCache,
    private readonly challenges: Challenges,
    private readonly networks: Networks,
  ) {}

  @Post()
  @RouteConfig({ limit: 'holds' })
  async take(
    @Body() { items, challenge }: HoldBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Hold> {
    const browserId = this.browserCookie.readOrSet(request, reply);
    const network = await this.networks.find(request.ip);
    const command = { browserId, items, network };
    const hold = await this.bus.call('catalog.take-hold', command).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'CHALLENGE_REQUIRED') throw error;
      await this.challenges.require(challenge);
      return this.bus.call('catalog.take-hold', { ...command, isChallengeSolved: true });
    });
    this.cache.clear();
    return hold;
  }

  @Get('current')
  @RouteConfig({ limit: 'ownHold' })
  async current(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Hold | undefined> {
    const browserId = this.browserCookie.read(request);
    // set the cookie before the first hold: if that response gets lost, the browser can still find its hold
    if (!browserId) this.browserCookie.readOrSet(request, reply);
    const { hold } = browserId ? await this.bus.call('catalog.current-hold', { browserId }) : { hold: null };
    if (hold) return hold;
    void reply.status(204);
    return undefined;
  }

  @Delete(':id')
  @HttpCode(204)
  @RouteConfig({ limit: 'ownHold' })
  async end(
    @Param('id', UuidParamPipe) holdId: string,
    @Query() { after }: EndHoldQuery,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const browserId = this.browserCookie.read(request);
    if (!browserId) return;
    const { isEnded } = await this.bus.call('catalog.end-hold', { browserId, holdId, afterSeconds: after });
    // anybody can name any hold: only one that ends now may clear everybody's cache
    if (isEnded) this.cache.clear();
  }
}

/** The open holds, for the owner. */
@Controller('api/admin/holds')
export class OwnerHoldsController {
  constructor(
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
  ) {}

  /** The open panel refetches this after each change of availability, which must not renew the session. */
  @Get()
  @RouteConfig({ isBackground: true })
  list(): Promise<OpenHolds> {
    return this.bus.call('catalog.list-holds', {});
  }

  @Delete(':id')
  @HttpCode(204)
  async end(@Param('id', UuidParamPipe) holdId: string): Promise<void> {
    await this.bus.call('catalog.end-hold-for-owner', { holdId });
    this.cache.clear();
  }
}
