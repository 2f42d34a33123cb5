import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstall } from './find-or-install.js';
import type { PortStore } from './port-store.js';
import type { SecretStore } from './secret-store.js';
import { writePrivateFile } from './private-file.js';
import { respondsWith } from './responds-with.js';
import type { Provisioned, ProvisionOptions } from './server-process.js';

const NATS = {
  title: 'NATS',
  names: ['nats-server'],
  packages: ['nats-server'],
  neededPackages: [],
  install: 'for example `apt-get install nats-server` or `brew install nats-server`',
  variable: 'NATS_URL',
};

const USER = 'geodes';

/** Provisions a private NATS server with a user and a password. Throws `NoServerError`. */
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
  const settings = [
    `listen: "127.0.0.1:${port}"`,
    `authorization { user: "${USER}", password: "${password}", timeout: 5 }`,
    // One page of the owner's list: up to 500 geodes with up to 5,000 characters each.
    'max_payload: 8MB',
  ];
  writePrivateFile(config, settings.join('\n') + '\n');
  return {
    access: `nats://${USER}:${password}@127.0.0.1:${port}`,
    process: {
      name: 'nats',
      command: program.command,
      args: ['-c', config],
      // One Go thread saves 1 ms of CPU time for each order.
      env: { ...program.env, GOMAXPROCS: '1' },
      cwd: folder,
      stopSignal: 'SIGTERM',
      hiddenLines: /\[INF\]|Plaintext passwords/,
      prepare: () => Promise.resolve(),
      // The server sends `INFO {…}` first (docs.nats.io, client protocol).
      ready: () => respondsWith(port, '', 'INFO '),
    },
  };
}
