import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteConfig } from '@nestjs/platform-fastify';
import { type AdminSession, type Authenticated, LoginBody, VerifyBody } from '@geodes/contracts';
import { AdminSessions } from './admin-sessions.js';
import { invalid, Login } from './login.js';
import { OwnerPin } from './owner-pin.js';

/** The owner's login and sessions. Access checks require a session for every route but login and logout. */
@Controller('api/admin')
export class AuthController {
  constructor(
    private readonly login: Login,
    private readonly pin: OwnerPin,
    private readonly sessions: AdminSessions,
  ) {}

  @Post('login')
  @HttpCode(200)
  async logIn(
    @Body() body: LoginBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Authenticated> {
    const hash = await this.login.logIn(body, request);
    const isBegun = await this.sessions.begin(request, reply, async () => (await this.pin.hash()) === hash);
    if (!isBegun) throw invalid('PIN');
    return { authenticated: true };
  }

  /** Verifies the session. With a PIN it also proves that the owner is there, for 15 minutes. */
  @Post('verify')
  @HttpCode(200)
  @RouteConfig({ mayLackBody: true })
  async verify(@Body() { pin }: VerifyBody, @Req() request: FastifyRequest): Promise<Authenticated> {
    if (pin !== undefined) {
      await this.login.prove(pin, request);
      await this.sessions.prove(request);
    }
    return { authenticated: true };
  }

  @Post('logout')
  @HttpCode(204)
  async logOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.end(request, reply);
  }

  @Get('sessions')
  listSessions(@Req() request: FastifyRequest): Promise<AdminSession[]> {
    return this.sessions.list(request);
  }

  @Delete('sessions')
  @HttpCode(204)
  endOtherSessions(@Req() request: FastifyRequest): Promise<void> {
    return this.sessions.endOthers(request);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  endSession(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    return this.sessions.endOne(id, request);
  }
}
