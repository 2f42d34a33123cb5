import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '@geodes/kit';

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
export const readableAddress = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isReadable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
};

/** Under /api an address that cannot be decoded is malformed, not unknown: 400. */
export const refuseUnreadable = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, originalUrl } = request;
    const isMalformed = url !== originalUrl && url.startsWith('/api/');
    done(isMalformed ? new AppError('BAD_REQUEST', 'This address could not be read.') : undefined);
  });
};
