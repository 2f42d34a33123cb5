import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '@geodes/kit';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without a body it is `{}`. */
    mayLackBody?: boolean;
  }
}

/**
 * JSON is the only body taken, uploads aside. An empty body with a JSON content type is none, as the site sends it
 * with verify and logout. Routes with `rawBody` get the bytes as they came.
 */
export const takeJsonOnly = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) done(null, body);
    else if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(badRequest({ field: 'body', reason: 'What was sent is not UTF-8.' }));
    else void parseJson(request, body.toString('utf8'), done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.config.mayLackBody) request.body = {};
    done();
  });
};
