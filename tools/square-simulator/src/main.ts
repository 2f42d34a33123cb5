import { readConfig } from './config.js';
import { Ledger } from './ledger/ledger.js';
import { buildServer } from './server.js';

const STOP_TIMEOUT_MS = 1_500;

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
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

  const { host, port } = config;
  await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` }).catch((error: Error) => {
    throw new Error(`${error.message}. Stop what listens there, or set SQUARE_SIMULATOR_PORT to another port.`);
  });
};

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
