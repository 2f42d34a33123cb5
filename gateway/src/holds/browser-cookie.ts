import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';

const COOKIE = 'geodes_browser';
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** A random id that links a browser to its holds. The cookie is set at the first request for a hold. */
@Injectable()
export class BrowserCookie {
  constructor(private readonly config: GatewayConfig) {}

  /** Returns the browser's id in lower case; undefined without a valid one. */
  read(request: FastifyRequest): string | undefined {
    const id = request.cookies[COOKIE];
    return isUUID(id) ? id?.toLowerCase() : undefined;
  }

  readOrSet(request: FastifyRequest, reply: FastifyReply): string {
    const id = this.read(request) ?? randomUUID();
    const secure = request.protocol === 'https' || this.config.publicOrigin.startsWith('https:');
    void reply.setCookie(COOKIE, id, {
      path: '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: MAX_AGE_SECONDS,
    });
    return id;
  }
}
