import { createServer } from 'node:net';
import { once } from 'node:events';
import { readConfig } from './config.js';
import { Ledger } from './ledger/ledger.js';
import { buildServer } from './server.js';

/** Listens on the port before it opens the ledger, so a second simulator cannot touch the first one's ledger. */
const checkPortIsFree = async (host: string, port: number): Promise<void> => {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening').catch((error: Error) => {
    throw new Error(`${error.message}. Stop what listens there, or set SQUARE_SIMULATOR_PORT to another port.`);
  });
  probe.close();
  await once(probe, 'close');
};

const STOP_TIMEOUT_MS = 1_500;

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  await checkPortIsFree(config.host, config.port);
  const ledger = new Ledger(config.ledgerFolder);
  const app = await buildServer(config, ledger);

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    await app.close();
    ledger.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());

  await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (address) => `listening on ${address}`,
  });
};

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
