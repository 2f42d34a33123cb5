import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AdminSession, type Authenticated, LoginBody } from '@geodes/contracts';
import { AdminSessions } from './admin-sessions.js';
import { Login } from './login.js';

/** The owner's login and sessions. Access checks require a session for every route but login and logout. */
@Controller('api/admin')
export class AuthController {
  constructor(
    private readonly login: Login,
    private readonly sessions: AdminSessions,
  ) {}

  @Post('login')
  @HttpCode(200)
  async logIn(
    @Body() { pin }: LoginBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Authenticated> {
    await this.login.check(pin, request.ip);
    await this.sessions.begin(request, reply);
    return { authenticated: true };
  }

  @Post('verify')
  @HttpCode(200)
  verify(): Authenticated {
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
  endSession(@Param('id') id: string): Promise<void> {
    return this.sessions.endOne(id);
  }
}
