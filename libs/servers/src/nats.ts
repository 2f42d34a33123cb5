import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR, natsSettings } from './access-settings.js';
import { findOrInstall } from './find-or-install.js';
import type { PortStore, SecretStore } from './ports-and-secrets.js';
import { writePrivateFile } from './private-file.js';
import { respondsWith } from './probes.js';
import type { Provisioned, ProvisionOptions } from './server-process.js';

const NATS = {
  title: 'NATS',
  names: ['nats-server'],
  packages: ['nats-server'],
  neededPackages: [],
  install: 'for example `apt-get install nats-server` or `brew install nats-server`',
  variable: 'NATS_URL',
};

/** Provisions a private NATS server with a user for each process. Throws `NoServerError`. */
export async function provisionNats(
  options: ProvisionOptions,
  ports: PortStore,
  secrets: SecretStore,
): Promise<Provisioned<string>> {
  const program = await findOrInstall(NATS, options);
  const folder = join(options.dataDir, 'nats');
  const config = join(folder, 'nats.conf');
  const password = secrets.get('nats');
  const port = await ports.get('nats');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writePrivateFile(
    config,
    natsSettings(`127.0.0.1:${port}`, (name) => secrets.get(name), password),
  );
  return {
    access: `nats://${ADMINISTRATOR}:${password}@127.0.0.1:${port}`,
    process: {
      name: 'nats',
      command: program.command,
      args: ['-c', config],
      // One Go thread saves 1 ms of CPU time for each order.
      env: { ...program.env, GOMAXPROCS: '1' },
      cwd: folder,
      stopSignal: 'SIGTERM',
      hiddenLines: /\[INF\]|Plaintext passwords/,
      // The server sends `INFO {…}` first (docs.nats.io, client protocol).
      ready: () => respondsWith(port, '', 'INFO '),
    },
  };
}
