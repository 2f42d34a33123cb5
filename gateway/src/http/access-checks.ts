import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@geodes/kit';
import { type AdminSessions, PROOF_MAX_AGE_MS } from '../auth/admin-sessions.js';
import type { GatewayConfig } from '../config.js';
import { isPrivateAddress } from './client-address.js';
import type { LimitedCall, RateLimits } from './rate-limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The label of the checked owner session; see AdminSession. */
    ownerSession?: string;
  }
  interface FastifyContextConfig {
    /** Counts against this rate limit. */
    limit?: LimitedCall;
    /** The panel calls this route by itself, so a call does not renew the session. */
    isBackground?: boolean;
    /** Needs a PIN or passkey given in the last 15 minutes. For what sends buyers' data out, or changes who gets in. */
    needsProof?: boolean;
  }
}

/** Routes under /api/admin that need no session. */
const OPEN_ROUTES = ['/api/admin/login', '/api/admin/logout'];
const UPLOAD = '/api/objects/upload';
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];

const isOwnerRoute = (route: string): boolean => route.startsWith('/api/admin/') || route === UPLOAD;

/** Returns the URL of the matched route, not of the request: no spelling of a path gets past the checks. */
const routeOf = (request: FastifyRequest): string => (request.is404 ? '' : (request.routeOptions.url ?? ''));

/** True if the open panel refetches by itself. A change always renews the session. */
const isBackground = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.isBackground === true || (method === 'GET' && headers['x-background-request'] === 'true');

interface AccessCheckDeps {
  config: Pick<GatewayConfig, 'publicOrigin' | 'isProduction' | 'METRICS_PORT'>;
  sessions: AdminSessions;
  limits: RateLimits;
}

/**
 * Checks each request before its body is read: a foreign origin is 403, a missing session 401, an owner's call without
 * proof of its origin or without a recent PIN that it needs 403, too many calls 429.
 */
export const registerAccessChecks = (app: FastifyInstance, { config, sessions, limits }: AccessCheckDeps): void => {
  const hasMetrics = !config.isProduction && config.METRICS_PORT === undefined;
  app.decorateRequest('ownerSession', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const route = routeOf(request);
    if (route === '/metrics' && !(hasMetrics && isPrivateAddress(request.ip))) return reply.callNotFound();
    if (!route.startsWith('/api/')) return;
    void reply.header('Cache-Control', 'no-store');
    const { limit, rawBody, needsProof } = request.routeOptions.config;
    if (!rawBody) refuseForeign(request, config, false);
    const isGuarded = isOwnerRoute(route) && !OPEN_ROUTES.includes(route);
    const session = isGuarded ? await sessions.require(request, { renews: !isBackground(request) }) : undefined;
    request.ownerSession = session?.label;
    // Check the session before the missing origin, so anonymous callers get 401, not 403.
    if (!rawBody && isOwnerRoute(route)) refuseForeign(request, config, true);
    if (needsProof) refuseWithoutProof(session?.provenAt ?? 0);
    if (limit) await limits.count(limit, request.ip);
  });
};

const refuseWithoutProof = (provenAt: number): void => {
  if (Date.now() - provenAt > PROOF_MAX_AGE_MS)
    throw new AppError('PIN_REQUIRED', 'Please enter your PIN again. It was last entered more than 15 minutes ago.');
};

const refuseForeign = (request: FastifyRequest, config: OriginConfig, mustNameOrigin: boolean): void => {
  if (!isSameOrigin(request, ownOrigins(config, request.headers.host), mustNameOrigin))
    throw new AppError('FORBIDDEN', 'This can only be done from the shop itself.');
};

type OriginConfig = Pick<GatewayConfig, 'publicOrigin' | 'isProduction'>;

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Returns the origins of the shop's own pages: that of PUBLIC_URL. In development also the requested one if it is a
 * spelling of loopback, because another gateway or a published port has another number. A site cannot have such a name.
 */
export const ownOrigins = ({ publicOrigin, isProduction }: OriginConfig, host: string | undefined): string[] =>
  !isProduction && host !== undefined && LOOPBACK_HOST.test(host) ? [publicOrigin, `http://${host}`] : [publicOrigin];

/**
 * True for reads and for changes from one of the shop's origins. Browsers name the origin of every cross-site change,
 * so a change without one passes unless `mustNameOrigin`.
 */
export const isSameOrigin = (
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  ownOrigins: readonly string[],
  mustNameOrigin: boolean,
): boolean => {
  const { origin, 'sec-fetch-site': site } = headers;
  if (READ_METHODS.includes(method)) return true;
  if (origin !== undefined) return ownOrigins.includes(origin);
  if (site === undefined) return !mustNameOrigin;
  return site === 'same-origin' || (!mustNameOrigin && site === 'none');
};
