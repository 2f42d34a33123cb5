import { Controller, Delete, Get, HttpCode, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AdminSession } from '@geodes/contracts';
import { AdminSessions } from '../auth/admin-sessions.js';

/** The owner's open sessions. The session is checked before a request gets here. */
@Controller('api/admin/sessions')
export class SessionsController {
  constructor(private readonly sessions: AdminSessions) {}

  @Get()
  list(@Req() request: FastifyRequest): Promise<AdminSession[]> {
    return this.sessions.list(request);
  }

  /** All but the one that asks. */
  @Delete()
  @HttpCode(204)
  endOthers(@Req() request: FastifyRequest): Promise<void> {
    return this.sessions.endOthers(request);
  }

  @Delete(':id')
  @HttpCode(204)
  endOne(@Param('id') id: string): Promise<void> {
    return this.sessions.endOne(id);
  }
}
