import { join } from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import serveFiles from '@fastify/static';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { DtoPipe, GracefulNatsServer, InFlight, type Logger, MessageInterceptor, NestLogger } from '@geodes/kit';
import { AppModule } from './app.module.js';
import { AdminSessions } from './auth/admin-sessions.js';
import type { GatewayConfig } from './config.js';
import { ErrorFilter } from './errors/error-filter.js';
import { registerAccessChecks } from './http/access-checks.js';
import { acceptJsonOnly } from './http/request-body.js';
import { RateLimits } from './http/rate-limits.js';
import { registerCacheFastPath } from './http/cache-fast-path.js';
import { registerRequestLog, RequestLog } from './http/request-log.js';
import { helmetOptions, permissionsPolicy, STREAM_HEADERS } from './http/security-headers.js';
import { createServer, refuseMalformed, stopGracefully } from './http/server.js';
import { SiteController } from './site/site.controller.js';

/**
 * Creates the gateway; the caller makes it listen.
 * @param lineLogger writes one line per request
 */
export const createGateway = async (
  config: GatewayConfig,
  logger: Logger,
  lineLogger: Logger = logger,
): Promise<NestFastifyApplication> => {
  const inFlight = new InFlight();
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.for(config, logger, inFlight),
    createServer(config, logger),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalInterceptors(new MessageInterceptor(inFlight, logger, lineLogger));
  // without a queue group, every gateway gets every event
  const events = new GracefulNatsServer(config.NATS_URL, undefined, inFlight);
  app.connectMicroservice({ strategy: events }, { inheritAppConfig: true });

  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const requestLog = new RequestLog(lineLogger);
  registerRequestLog(server, requestLog);
  registerCacheFastPath(server, requestLog);
  stopGracefully(server);
  acceptJsonOnly(server);
  const policy = permissionsPolicy(config);
  // not Fastify's plugin of helmet: it builds all headers again for each request, 6 % of a request for a hold
  const setSecurityHeaders = helmet(helmetOptions(config));
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url === '/api/live') {
      void reply.headers(STREAM_HEADERS);
      return done();
    }
    void reply.header('Permissions-Policy', policy);
    setSecurityHeaders(request.raw, reply.raw, () => done());
  });
  refuseMalformed(server);
  await server.register(cookie);
  registerAccessChecks(server, {
    config,
    sessions: app.get(AdminSessions),
    limits: app.get(RateLimits),
  });
  await server.register(multipart);
  await server.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['gzip'],
  });
  const pages = app.get(SiteController);
  await serveSite(server, join(config.WEB_ROOT, 'public'), (request, reply) => pages.page(request, reply));
  return app;
};

/** Serves the built site's files, or their compressed copies. index.html is the template of pages and not served. */
const serveSite = async (
  server: FastifyInstance,
  root: string,
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<void> => {
  const files = { index: false, dotfiles: 'ignore', preCompressed: true, cacheControl: false } as const;
  await server.register(serveFiles, {
    ...files,
    root,
    wildcard: false,
    globIgnore: ['index.html', 'robots.txt', 'sitemap.xml', 'assets/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=3600'),
  });
  await server.register(
    async (assets) => {
      assets.setNotFoundHandler(notFound);
      // not listed at start: during an update, the folder also has the assets of the other release
      await assets.register(serveFiles, {
        ...files,
        root: join(root, 'assets'),
        decorateReply: false,
        // the build puts a content hash into each name
        setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
      });
    },
    { prefix: '/assets' },
  );
};
