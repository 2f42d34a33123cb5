import type {} from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

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
