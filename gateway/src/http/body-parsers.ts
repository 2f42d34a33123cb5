import type { FastifyInstance } from 'fastify';

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
    else void parseJson(request, body.toString('utf8'), done);
  });
};
