import 'reflect-metadata';
import { createLineLogger, createLogger, startTracing, stopOnSignal } from '@geodes/kit';
import { createGateway } from './app.js';
import { readConfig } from './config.js';
import { serveMetrics } from './http/server.js';

/** Time between failing /health/ready and closing. A proxy that checks every second sees two failures. */
const DRAIN_MS = 2_500;

const start = async (): Promise<void> => {
  const config = readConfig();
  const name = config.NAME ?? 'gateway';
  const logger = createLogger(name, config.LOG_LEVEL);
  const lineLogger = createLineLogger(name, config.LOG_LEVEL);
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'unhandled rejection'));
  await startTracing('gateway', config, logger);
  const app = await createGateway(config, logger, lineLogger);
  stopOnSignal(app, logger, DRAIN_MS);
  await app.startAllMicroservices();
  await app.listen(config.PORT, config.HOST);
  if (config.METRICS_PORT !== undefined) await serveMetrics(config.METRICS_PORT, config.METRICS_HOST);
  logger.info({ port: config.PORT, origin: config.publicOrigin }, 'gateway is ready');
};

start().catch((error: unknown) => {
  createLogger('gateway', 'info').fatal({ err: error }, 'gateway could not start');
  process.exit(1);
});
