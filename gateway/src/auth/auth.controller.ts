import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticated, LoginBody } from '@geodes/contracts';
import { AdminSessions } from './admin-sessions.js';
import { Login } from './login.js';

/** The owner's session. Every other call under /api/admin is refused without one before it gets to its controller. */
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
}
