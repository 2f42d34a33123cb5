import { once } from 'node:events';
import type { Server } from 'node:net';
import { pino, stdTimeFunctions } from 'pino';
import { readConfig } from './config.js';
import { buildHttpServer, letterRoutes, pageRoutes, processRoutes } from './http.js';
import { LetterStore } from './letter-store.js';
import { buildSmtpServer } from './smtp-server.js';

const STOP_TIMEOUT_MS = 1_500;

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = pino({
    level: config.logLevel,
    base: { name: config.name },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  });
  const store = new LetterStore(config.mailFolder);
  const smtp = buildSmtpServer(store, log);
  const http = buildHttpServer(
    [...processRoutes(smtp, config.mailFolder), ...letterRoutes(store), ...pageRoutes(store, config.shopOrigin)],
    log,
  );

  const stop = (): void => {
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    http.close();
    http.closeAllConnections();
    smtp.close(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  await listening(smtp.listen(config.smtpPort, config.host));
  await listening(http.listen(config.port, config.host));
  log.info({ port: config.port, smtpPort: config.smtpPort }, 'mail catcher is ready');
};

const listening = async (server: Server): Promise<void> => {
  await once(server, 'listening').catch((error: Error) => {
    throw new Error(`${error.message}. Stop what listens there, or set MAIL_CATCHER_PORT to another port.`);
  });
};

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
