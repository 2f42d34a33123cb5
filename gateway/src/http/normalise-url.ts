import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldError } from '@geodes/contracts';
import { badRequest } from '@geodes/kit';

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

const isReadable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * The address for the router. One that cannot be decoded (`/%zz`) is taken letter by letter, so that it goes the way of
 * every request and is not found; Fastify would answer it by itself, without headers and log line.
 */
export const normaliseUrl = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isReadable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
};

/** The one expectation that Node meets by itself. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Under /api an address that cannot be decoded is malformed, not unknown. */
const whyUnreadable = ({ url, originalUrl, raw }: FastifyRequest): FieldError | undefined => {
  const { host, expect } = raw.headers;
  if (url !== originalUrl && url.startsWith('/api/'))
    return { field: 'url', reason: 'This address could not be read.' };
  if (host === undefined && raw.httpVersion === '1.1') return { field: 'Host', reason: 'The request names no host.' };
  if (expect !== undefined && !CONTINUE.test(expect))
    return { field: 'Expect', reason: 'The request expects what this shop cannot do.' };
  return undefined;
};

/** Refuses what Node or Fastify would answer without a body: 400 in the form of every error. */
export const refuseUnreadable = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (...expecting) => app.server.emit('request', ...expecting));
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = whyUnreadable(request);
    done(fault && badRequest(fault));
  });
};
