import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR, redisUserSettings } from './access-settings.js';
import { findOrInstall, type Program } from './find-or-install.js';
import type { PortStore, SecretStore } from './ports-and-secrets.js';
import { writePrivateFile } from './private-file.js';
import { respondsWith } from './probes.js';
import { NoServerError, type Provisioned, type ProvisionOptions } from './server-process.js';
import { runProgram } from './machine.js';

const REDIS = {
  title: 'Redis',
  names: ['redis-server', 'valkey-server'],
  packages: ['redis-server'],
  neededPackages: ['redis-tools', 'libjemalloc2', 'liblzf1'],
  install: 'for example `apt-get install redis-server` or `brew install redis`',
  variable: 'REDIS_URL',
};
const OLDEST_MAJOR = 7;

/** Provisions a private Redis that persists every write and evicts nothing, as job queues need. Throws `NoServerError`. */
export async function provisionRedis(
  options: ProvisionOptions,
  ports: PortStore,
  secrets: SecretStore,
): Promise<Provisioned<string>> {
  const program = await findOrInstall(REDIS, options);
  await refuseOldRedis(program);
  const folder = join(options.dataDir, 'redis');
  const config = join(folder, 'redis.conf');
  const password = secrets.get('redis');
  const port = await ports.get('redis');
  const url = `redis://${ADMINISTRATOR}:${password}@127.0.0.1:${port}`;
  const settings = [
    'bind 127.0.0.1',
    `port ${port}`,
    ...redisUserSettings((name) => secrets.get(name), password),
    'daemonize no',
    // keep the folder in the command line, which identifies orphans
    'set-proc-title no',
    `dir ${JSON.stringify(folder)}`,
    'appendonly yes',
    `appendfsync ${options.durable === false ? 'no' : 'everysec'}`,
    'save ""',
    'maxmemory-policy noeviction',
    'loglevel warning',
    'always-show-logo no',
  ];
  return {
    access: url,
    process: {
      name: 'redis',
      command: program.command,
      args: [config],
      env: program.env,
      cwd: folder,
      stopSignal: 'SIGTERM',
      hiddenLines: /oO0OoO0|Redis version=|Configuration loaded|Server initialized|overcommit|shutdown|ready to exit/,
      prepare: async () => {
        // At every start: if the folder is lost, Redis starts empty instead of failing.
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writePrivateFile(config, settings.join('\n') + '\n');
      },
      ready: () => respondsWith(port, `AUTH ${ADMINISTRATOR} ${password}\r\nPING\r\n`, '+OK\r\n+PONG\r\n'),
    },
  };
}

/** Throws `NoServerError` for a Redis without SET with NX and GET, which the gateway uses. */
export async function refuseOldRedis({ command, env }: Program): Promise<void> {
  const stdout = await runProgram(command, ['--version'], { env, timeout: 10_000 });
  const [, version, major] = /v=((\d+)\.\d+)/.exec(stdout) ?? [];
  if (Number(major) < OLDEST_MAJOR)
    throw new NoServerError(
      `Redis ${OLDEST_MAJOR} or newer`,
      REDIS.install,
      REDIS.variable,
      `Redis ${version} is too old`,
    );
}
