import { parseArgs } from 'node:util';
import { PortStore, SecretStore, PidFiles, provision } from '@geodes/servers';
import { checkPorts } from '../ports.mjs';
import { adminPin } from './admin-pin.js';
import { type Config, readConfig } from './config.js';
import { makeDatabases } from './databases.js';
import { untilFirstPage } from './first-page.js';
import { reachExternalServers, unreachable } from './external-servers.js';
import { endOrphanProcesses } from './orphan-processes.js';
import { LogFiles, logFolder } from './log-files.js';
import { makeBucket } from './object-bucket.js';
import type { ProcessSpec } from './process-spec.js';
import { SeedRun } from './seed-run.js';
import { takeStartLock } from './start-lock.js';
import { seconds, step } from './steps.js';
import { RollingRestart } from './rolling-restart.js';
import { Supervisor } from './supervisor.js';
import { Terminal } from './terminal.js';
import { gatewayUrl, metricsOf, missingPrograms, publicPorts, topology } from './topology.js';

const PARENT_POLL_MS = 500;
const terminal = new Terminal();
const { values: flags } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });
let releaseLock = () => undefined as void;
let stopShop = () => Promise.resolve();
let logs: LogFiles | undefined;
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAndExit(signal, 0));
// started with a channel, for example by a test: when its other end is gone, nobody can stop the shop any more
process.on('disconnect', () => void stopAndExit('its parent process has gone', 0));

try {
  await openShop(readConfig(process.env));
} catch (error) {
  if (!isStopping) {
    terminal.problem(error instanceof Error ? explain(error) : String(error));
    await stopAndExit(undefined, 1);
  }
}

async function openShop(config: Config): Promise<void> {
  if (config.belongsToNpm) stopWithoutParent(process.ppid);
  releaseLock = takeStartLock(config.DATA_DIR);
  logs = new LogFiles(logFolder(config.DATA_DIR));
  terminal.keepLogs(logs, config.screenLevel);
  const pidFiles = new PidFiles(config.DATA_DIR);
  const supervisor = new Supervisor(pidFiles, terminal);
  stopShop = () => supervisor.stop();
  const ended = await endOrphanProcesses(pidFiles);
  if (ended.length > 0) terminal.say(`✓ ended what an interrupted run left behind: ${ended.join(', ')}`);
  await checkPorts();

  const reservedPorts = publicPorts(config);
  const { processes: servers, urls } = await step(terminal, 'preparing the servers', () =>
    provision(
      { dataDir: config.DATA_DIR, reservedPorts, progress: (message) => terminal.say(`  ${message} …`) },
      config.given,
    ),
  );
  if (servers.length > 0)
    await step(terminal, `starting ${servers.map(({ name }) => name).join(', ')}`, () => {
      supervisor.start(servers.map((server) => ({ ...server, stage: 'server' as const })));
      return supervisor.untilReady(servers.map(({ name }) => name));
    });

  if (config.given.redis || config.given.nats)
    await step(terminal, 'reaching the given servers', () => reachExternalServers(config.given));

  const secrets = new SecretStore(config.DATA_DIR);
  const databases = await step(terminal, 'preparing the databases', () =>
    makeDatabases(urls.postgres, secrets, !config.given.postgres).catch((error: unknown) => {
      if (!config.given.postgres) throw error;
      throw new Error(unreachable('PostgreSQL', 'DATABASE_URL', reasonOf(error)));
    }),
  );
  if (config.given.s3)
    await makeBucket(config.given.s3).catch((error: unknown) => {
      throw new Error(unreachable('The object store', 'S3_ENDPOINT', reasonOf(error)));
    });

  const pin = adminPin(config);
  const ports = new PortStore(config.DATA_DIR, reservedPorts);
  const shop = await topology({ config, urls, databases, ports, secrets, adminPin: pin });
  const missing = missingPrograms(shop);
  if (missing.length > 0)
    throw new Error(`These programs were not built:\n  ${missing.join('\n  ')}\nRun \`npm run build\` to see why.`);

  const seed = shop.seed && new SeedRun(shop.seed, pidFiles, terminal);
  stopShop = async () => {
    await Promise.all([seed?.stop(), supervisor.stop()]);
  };
  supervisor.start(shop.processes);
  const replacement = new RollingRestart(supervisor, config.DATA_DIR, terminal);
  process.on('SIGUSR2', () => void replacement.run());
  const seeded = seed
    ? supervisor
        .untilReady(['catalog', 'media'])
        .then(() => seed.run())
        // a catalogue that never became ready is reported by the supervisor
        .catch(() => false)
    : undefined;
  if (flags.dev) {
    const { startDevelopment } = await import('./development.js');
    await startDevelopment({ config, ports, supervisor, terminal, processes: shop.processes });
  }
  const gateways = shop.processes.filter(({ stage }) => stage === 'front').map(({ name }) => name);
  const missingOne = await step(
    terminal,
    () => `opening the shop${waitingFor(supervisor)}`,
    () => Promise.race([supervisor.untilReady(gateways).then(() => undefined), supervisor.untilOneIsGivenUp()]),
  );
  if (seeded && !missingOne)
    await step(terminal, 'waiting for the first page of the gallery', () =>
      Promise.race([seeded, untilFirstPage(gatewayUrl(config), config.SEED_COUNT)]),
    );
  // the shop's address is the first gateway's
  const isOpen = missingOne !== gateways[0];
  if (isOpen) welcome(config, pin, shop.processes);
  if (isOpen && terminal.isForPeople) void seeded?.then((drew) => drew && welcome(config, pin, shop.processes));
  if (missingOne) terminal.problem(`  The shop is not complete: ${missingOne} could not be started (see above).\n`);
}

function waitingFor(supervisor: Supervisor): string {
  const names = supervisor.namesNotReady();
  return names.length > 0 ? ` (waiting for ${names.join(', ')})` : '';
}

function welcome(config: Config, pin: string | undefined, processes: ProcessSpec[]): void {
  const rows = [
    ['Midwest Geodes', terminal.strong(config.PUBLIC_URL)],
    ['Admin', `${config.PUBLIC_URL}/admin`],
    ['Admin PIN', pin ? terminal.strong(pin) : 'the one of ADMIN_PIN_HASH'],
    ...metricsOf(processes).map(({ name, address }, index) => [
      index === 0 ? 'Metrics' : '',
      `${address}  ${terminal.faint(name)}`,
    ]),
    ['Data', config.DATA_DIR],
    ...(terminal.isForPeople
      ? [['Logs', `${logFolder(config.DATA_DIR)} (LOG_LEVEL=info npm start shows them here)`]]
      : []),
  ];
  terminal.say('');
  for (const [title = '', value = ''] of rows) terminal.say(`  ${title.padEnd(16)}${value}`);
  terminal.say(`\n  Ready after ${seconds(performance.now())}. Ctrl-C stops everything.\n`);
}

function stopWithoutParent(parent: number): void {
  const watch = () => process.ppid !== parent && void stopAndExit('npm has gone', 0);
  setInterval(watch, PARENT_POLL_MS).unref();
}

async function stopAndExit(why: string | undefined, code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const began = Date.now();
  if (why) terminal.say(`\nStopping the shop (${why}) …`);
  await stopShop();
  if (why) terminal.say(`Stopped after ${seconds(Date.now() - began)}.`);
  releaseLock();
  await logs?.close();
  await terminal.flush(500);
  process.exit(code);
}

function explain(error: Error): string {
  if (error.name === 'ConfigError') return error.message;
  const advice: Record<string, string> = {
    EACCES: 'It belongs to another user: start the shop as that user, or set DATA_DIR to a folder of your own.',
    EROFS: 'This disk cannot be written: set DATA_DIR to a folder that can.',
    ENOSPC: 'The disk is full: make room, or set DATA_DIR to a folder on another disk.',
  };
  const more = advice[(error as NodeJS.ErrnoException).code ?? ''];
  return `✗ ${error.message}${more ? `\n  ${more}` : ''}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
