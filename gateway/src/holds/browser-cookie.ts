import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { cookieName, cookieOptions } from '../http/cookie-options.js';

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** A random id that links a browser to its holds. The cookie is set at the first request for a hold. */
@Injectable()
export class BrowserCookie {
  private readonly cookie: string;

  constructor(private readonly config: GatewayConfig) {
    this.cookie = cookieName('geodes_browser', config);
  }

  /** Returns the browser's id in lower case; undefined without a valid one. */
  read(request: FastifyRequest): string | undefined {
    const id = request.cookies[this.cookie];
    return isUUID(id) ? id?.toLowerCase() : undefined;
  }

  readOrSet(request: FastifyRequest, reply: FastifyReply): string {
    const id = this.read(request) ?? randomUUID();
    void reply.setCookie(this.cookie, id, { ...cookieOptions(request, this.config), maxAge: MAX_AGE_SECONDS });
    return id;
  }
}
