import 'reflect-metadata';
import { createLogger, stopOnSignal } from '@geodes/kit';
import { createGateway } from './app.js';
import { readConfig } from './config.js';

const start = async (): Promise<void> => {
  const config = readConfig();
  const logger = createLogger(config.NAME ?? 'gateway', config.LOG_LEVEL);
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'unhandled rejection'));
  const app = await createGateway(config, logger);
  stopOnSignal(app, logger);
  await app.startAllMicroservices();
  await app.listen(config.PORT, config.HOST);
  logger.info({ port: config.PORT, address: config.publicOrigin }, 'gateway is ready');
};

start().catch((error: unknown) => {
  createLogger('gateway', 'info').fatal({ err: error }, 'gateway could not start');
  process.exit(1);
});
