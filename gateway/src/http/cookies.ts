import { randomUUID } from 'node:crypto';
import type {} from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';

type Origin = Pick<GatewayConfig, 'publicOrigin'>;

const isHttps = ({ publicOrigin }: Origin): boolean => publicOrigin.startsWith('https:');

/**
 * Returns the name of a cookie. On HTTPS browsers take a `__Host-` cookie from this host alone, so that no other subdomain
 * can set it (RFC 6265bis, section 4.1.3.2).
 */
export const cookieName = (name: string, config: Origin): string => (isHttps(config) ? `__Host-${name}` : name);

/** Returns the attributes of every cookie. `__Host-` needs the path / and Secure, and refuses a domain. */
export const cookieOptions = (request: FastifyRequest, config: Origin) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' || isHttps(config) }) as const;

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
