import { basename, join, sep } from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import serveFiles from '@fastify/static';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { DtoPipe, GracefulNatsServer, InFlight, type Logger, MessageInterceptor, NestLogger } from '@geodes/kit';
import { AppModule } from './app.module.js';
import { AdminSessions } from './auth/admin-sessions.js';
import type { GatewayConfig } from './config.js';
import { ErrorFilter } from './errors/error-filter.js';
import { registerAccessChecks } from './http/access-checks.js';
import { takeJsonOnly } from './http/body-parsers.js';
import { RateLimits } from './http/rate-limits.js';
import { refuseUnreadable } from './http/normalise-url.js';
import { registerCacheFastPath } from './http/cache-fast-path.js';
import { logRequests, RequestNotes } from './http/request-log.js';
import { helmetOptions, permissionsPolicy } from './http/security-headers.js';
import { createServer, stopGracefully } from './http/server.js';

/**
 * The wired gateway, not listening yet; tests use it in their own process.
 * @param lines says one line a request
 */
export const createGateway = async (
  config: GatewayConfig,
  logger: Logger,
  lines: Logger = logger,
): Promise<NestFastifyApplication> => {
  const inFlight = new InFlight();
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.for(config, logger, inFlight),
    createServer(config, logger),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalInterceptors(new MessageInterceptor(inFlight, logger, lines));
  // No queue group: every gateway hears every event.
  const events = new GracefulNatsServer(config.NATS_URL, undefined, inFlight);
  app.connectMicroservice({ strategy: events }, { inheritAppConfig: true });

  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const notes = new RequestNotes(lines);
  logRequests(server, notes);
  registerCacheFastPath(server, notes);
  stopGracefully(server);
  takeJsonOnly(server);
  await server.register(helmet, helmetOptions(config));
  const policy = permissionsPolicy(config);
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.header('Permissions-Policy', policy);
    done();
  });
  refuseUnreadable(server);
  await server.register(cookie);
  registerAccessChecks(server, {
    publicOrigin: config.publicOrigin,
    sessions: app.get(AdminSessions),
    limits: app.get(RateLimits),
  });
  await server.register(multipart);
  await server.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['gzip'],
  });
  await serveSite(server, join(config.WEB_ROOT, 'public'));
  return app;
};

/** The built site's files, as they are or as they were compressed beside them. Its index.html is the template. */
const serveSite = async (server: FastifyInstance, root: string): Promise<void> => {
  await server.register(serveFiles, {
    root,
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['index.html', 'robots.txt', 'sitemap.xml', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      // The build puts a hash of the content into the names under assets/.
      const hashed = path.includes(`${sep}assets${sep}`) && /[-.][\w-]{8,}\.\w+(\.(br|gz))?$/.test(basename(path));
      void reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
};
