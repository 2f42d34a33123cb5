import { type FastifyInstance, LogController, fastify } from 'fastify';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { z } from 'zod';
import { stdTimeFunctions } from 'pino';
import type { Ledger } from './ledger/ledger.js';
import { checked, optional } from './validation.js';
import { Account, accountRoutes } from './account.js';
import type { Config } from './config.js';
import { FaultQueue, faultRoutes } from './faults/fault-queue.js';
import { squareApi } from './square-api.js';
import { paymentRoutes } from './payments/payment.routes.js';
import { expirePayments } from './payments/change-payment.js';
import { settleRefunds } from './refunds/create-refund.js';
import { refundRoutes } from './refunds/refund.routes.js';
import { errorReplies, refuse } from './square-error.js';
import { webPaymentsRoutes } from './web-payments/web-payments.routes.js';
import { WebhookSender } from './webhooks/webhook-sender.js';

const registry = new Registry();
// its default of 10 ms would wake an idle process a hundred times a second
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });

/** Serves health and metrics like every process of the shop. */
const processRoutes = (app: FastifyInstance): void => {
  for (const path of ['/health/live', '/health/ready']) app.get(path, () => ({ status: 'ok' }));
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};

const ledgerQuery = z.object({ reference_id: optional(z.string()) });

/** GET /simulator/ledger: every payment and refund of every location, oldest first, read only. */
const ledgerRoutes = (app: FastifyInstance, ledger: Ledger): void => {
  app.get('/ledger', (request) => {
    const { reference_id } = checked(ledgerQuery, request.query);
    if (reference_id === undefined) return { payments: [...ledger.payments()], refunds: [...ledger.refunds()] };
    const payments = ledger.paymentsOfReference(reference_id);
    return { payments, refunds: payments.flatMap(({ id }) => ledger.refundsOf(id)) };
  });
};

/** Interval of the timer for expiry and settlement. */
const TICK_MS = 250;
/** Who may control the simulator, even if it listens on other interfaces. */
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Builds the server. Closing it stops its timers and closes hanging calls. */
export const buildServer = async (config: Config, ledger: Ledger): Promise<FastifyInstance> => {
  const app = fastify({
    logger: {
      name: config.name,
      level: config.logLevel,
      base: { name: config.name },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // also those of calls that never get a response
    forceCloseConnections: true,
  });
  const faults = new FaultQueue();
  const sender = config.webhooks && new WebhookSender(config.webhooks, ledger, faults, app.log);
  const account = new Account(ledger, config, sender);

  logRequests(app);
  errorReplies(app);
  processRoutes(app);
  await app.register(
    async (scope) => {
      const api = squareApi(scope, faults, config.latencyMs);
      paymentRoutes(api, account);
      refundRoutes(api, account);
      accountRoutes(api, config);
    },
    { prefix: '/v2' },
  );
  await app.register(async (scope) => webPaymentsRoutes(scope, account), { prefix: '/v1' });
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async ({ socket }) => {
        if (!LOOPBACK.test(socket.remoteAddress ?? '')) throw refuse('NOT_FOUND', 'Resource not found.');
      });
      faultRoutes(scope, faults);
      ledgerRoutes(scope, ledger);
    },
    { prefix: '/simulator' },
  );

  let clock: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    clock = setInterval(() => {
      expirePayments(account);
      settleRefunds(account);
    }, TICK_MS);
  });
  app.addHook('preClose', async () => {
    clearInterval(clock);
    sender?.stop();
  });
  return app;
};

/** Logs each request. Logs only the path, so neither cards nor tokens. */
const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const status = reply.raw.writableFinished ? reply.statusCode : 0;
    const line = { method, path: request.url.split('?', 1)[0], status, ms: Math.round(reply.elapsedTime) };
    if (route.startsWith('/health') || route === '/metrics') request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
};
