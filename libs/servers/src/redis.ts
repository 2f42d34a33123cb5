import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR, redisUserSettings } from './access-settings.js';
import { findOrInstall, type Program } from './find-or-install.js';
import type { PortStore } from './port-store.js';
import type { SecretStore } from './secret-store.js';
import { writePrivateFile } from './private-file.js';
import { respondsWith } from './responds-with.js';
import type { Provisioned, ProvisionOptions } from './server-process.js';
import { runProgram } from './run-program.js';

const REDIS = {
  title: 'Redis',
  names: ['redis-server', 'valkey-server'],
  packages: ['redis-server'],
  neededPackages: ['redis-tools', 'libjemalloc2', 'liblzf1'],
  install: 'for example `apt-get install redis-server` or `brew install redis`',
  variable: 'REDIS_URL',
};

/** Provisions a private Redis that persists every write and evicts nothing, as job queues need. Throws `NoServerError`. */
export async function provisionRedis(
  options: ProvisionOptions,
  ports: PortStore,
  secrets: SecretStore,
): Promise<Provisioned<string>> {
  const program = await findOrInstall(REDIS, options);
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
    ...(await processTitleSetting(program)),
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

/** Keeps the folder in the command line, which identifies orphans. Redis has `set-proc-title` since 6.2. */
async function processTitleSetting(program: Program): Promise<string[]> {
  const stdout = await runProgram(program.command, ['--version'], {
    env: program.env,
    timeout: 10_000,
  });
  const [, major = 0, minor = 0] = (/v=(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return major > 6 || (major === 6 && minor >= 2) ? ['set-proc-title no'] : [];
}
