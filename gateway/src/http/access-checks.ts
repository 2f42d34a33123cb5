import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@geodes/kit';
import type { AdminSessions } from '../auth/admin-sessions.js';
import { isPrivateAddress } from './client-address.js';
import { isFromHere } from './origin-check.js';
import type { LimitedCall, RateLimits } from './rate-limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The label of the owner's session that was checked; see AdminSession. */
    ownerSession?: string;
  }
  interface FastifyContextConfig {
    /** Counts against a limit by address. */
    limit?: LimitedCall;
    /** The body reaches the handler as the bytes that came, whatever their type; the caller is no browser. */
    rawBody?: boolean;
    /** The owner's page asks by itself: his session does not live longer for it. */
    isBackground?: boolean;
    /** Takes multipart/form-data. */
    multipart?: boolean;
  }
}

/** Routes under /api/admin that need no session. */
const OPEN = ['/api/admin/login', '/api/admin/logout'];
const UPLOAD = '/api/objects/upload';

const isOwners = (route: string): boolean => route.startsWith('/api/admin/') || route === UPLOAD;

/** The address of the route that was found, not of the request: no spelling of a path gets past it. */
const routeOf = (request: FastifyRequest): string => (request.is404 ? '' : (request.routeOptions.url ?? ''));

/** An open panel that reads again by itself says so; a change is always a use. */
const isBackground = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.isBackground === true || (method === 'GET' && headers['x-background-request'] === 'true');

export interface AccessCheckDeps {
  publicOrigin: string;
  sessions: AdminSessions;
  limits: RateLimits;
}

/**
 * Decides before a body is read whether a request may come in: a foreign origin (403), session (401),
 * no sign of an origin (403, the owner's calls), limit (429).
 */
export const registerAccessChecks = (
  app: FastifyInstance,
  { publicOrigin, sessions, limits }: AccessCheckDeps,
): void => {
  app.decorateRequest('ownerSession', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const route = routeOf(request);
    if (route === '/metrics' && !isPrivateAddress(request.ip)) return reply.callNotFound();
    if (!route.startsWith('/api/')) return;
    void reply.header('Cache-Control', 'no-store');
    const { limit, rawBody } = request.routeOptions.config;
    if (!rawBody) refuseForeign(request, publicOrigin, false);
    if (isOwners(route) && !OPEN.includes(route))
      request.ownerSession = await sessions.require(request, { isUse: !isBackground(request) });
    // who is not logged in is told so; only then does it matter that nothing shows where the call came from
    if (!rawBody && isOwners(route)) refuseForeign(request, publicOrigin, true);
    if (limit) await limits.count(limit, request.ip);
  });
  app.addHook('preValidation', async (request) => {
    if (request.headers['content-type']?.startsWith('multipart/') && !request.routeOptions.config.multipart)
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.');
  });
};

const refuseForeign = (request: FastifyRequest, publicOrigin: string, proofWanted: boolean): void => {
  const site = request.headers['sec-fetch-site'];
  const provenance = {
    method: request.method,
    origin: request.headers.origin,
    secFetchSite: typeof site === 'string' ? site : undefined,
  };
  const ownOrigins = [publicOrigin, `${request.protocol}://${request.host}`];
  if (!isFromHere(provenance, ownOrigins, proofWanted))
    throw new AppError('FORBIDDEN', 'This can only be done from the shop itself.');
};
