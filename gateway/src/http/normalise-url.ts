import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldError } from '@geodes/contracts';
import { badRequest } from '@geodes/kit';

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the URL for the router. A path that cannot be decoded (`/%zz`) is escaped, so that the router does not find
 * it: Fastify itself would respond without the shop's headers and log line.
 */
export const normaliseUrl = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
};

/** The only `Expect` value that Node supports. */
const EXPECT_CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Returns why a request is malformed. An undecodable path is malformed under /api, and a missing page elsewhere. */
const findFault = ({ url, originalUrl, raw }: FastifyRequest): FieldError | undefined => {
  const { host, expect } = raw.headers;
  if (url !== originalUrl && url.startsWith('/api/'))
    return { field: 'url', reason: 'This address could not be read.' };
  if (host === undefined && raw.httpVersion === '1.1') return { field: 'Host', reason: 'The request names no host.' };
  if (expect !== undefined && !EXPECT_CONTINUE.test(expect))
    return { field: 'Expect', reason: 'The request expects what this shop cannot do.' };
  return undefined;
};

/** Sends 400 in the shop's error format for requests that Node or Fastify would refuse without a body. */
export const refuseMalformed = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = findFault(request);
    done(fault && badRequest(fault));
  });
};
