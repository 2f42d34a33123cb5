import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';

const COOKIE = 'geodes_browser';
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Which browser this is: a random id that only its holds are told by. Given to it when it first asks about a hold. */
@Injectable()
export class BrowserCookie {
  constructor(private readonly config: GatewayConfig) {}

  /** Undefined where the browser never asked about a hold, or sends what was not given to it. */
  read(request: FastifyRequest): string | undefined {
    const id = request.cookies[COOKIE];
    return isUUID(id) ? id?.toLowerCase() : undefined;
  }

  readOrGive(request: FastifyRequest, reply: FastifyReply): string {
    const id = this.read(request) ?? randomUUID();
    const secure = request.protocol === 'https' || this.config.publicOrigin.startsWith('https:');
    void reply.setCookie(COOKIE, id, {
      path: '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: KEPT_SECONDS,
    });
    return id;
  }
}
