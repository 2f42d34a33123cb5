import { parseArgs } from 'node:util';
import { PortStore, SecretStore, PidFiles, provision } from '@geodes/servers';
import { checkPorts } from '../ports.mjs';
import { resolveAdminPin } from './admin-pin.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { makeDatabases } from './databases.js';
import { acquireStartLock } from './data-dir.js';
import { makeBucket, reachExternalServers, unreachableText } from './external-servers.js';
import { hasMailCatcher, listPublicPorts } from './public-ports.js';
import { LogFiles, logFolder } from './output/log-files.js';
import type { ProcessSpec } from './processes/managed-process.js';
import { SeedRun, untilFirstPage } from './processes/seed-run.js';
import { copySite } from './site-copy.js';
import { Terminal, formatSeconds, runStep } from './output/terminal.js';
import { RollingRestart } from './processes/rolling-restart.js';
import { endOrphanProcesses, Supervisor } from './processes/supervisor.js';
import { gatewayUrl, listMetricsUrls, findMissingPrograms, buildTopology } from './topology.js';

const PARENT_POLL_MS = 500;
const terminal = new Terminal();
const { values: flags } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });
let releaseLock = () => undefined as void;
let stopShop = () => Promise.resolve();
let logs: LogFiles | undefined;
let isStopping = false;
// No other user may read what this process and its children create.
process.umask(0o077);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAndExit(signal, 0));
// A parent with an IPC channel, for example a test, has gone: nothing else would stop the shop.
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
  if (config.startedByNpm) stopWithoutParent(process.ppid);
  releaseLock = acquireStartLock(config.DATA_DIR);
  logs = new LogFiles(logFolder(config.DATA_DIR));
  terminal.redirectToFiles(logs, config.screenLevel);
  const pidFiles = new PidFiles(config.DATA_DIR);
  const supervisor = new Supervisor(pidFiles, terminal);
  stopShop = () => supervisor.stop();
  const orphans = pidFiles.findOrphans().map(({ name }) => name);
  if (orphans.length > 0)
    await runStep(terminal, `ending processes of an interrupted run: ${orphans.join(', ')}`, () =>
      endOrphanProcesses(pidFiles),
    );
  await checkPorts();

  const reservedPorts = listPublicPorts(config);
  const { processes: servers, urls } = await runStep(terminal, 'preparing the servers', () =>
    provision(
      { dataDir: config.DATA_DIR, reservedPorts, progress: (message) => terminal.say(`  ${message} …`) },
      config.external,
    ),
  );
  if (servers.length > 0)
    await runStep(terminal, `starting ${servers.map(({ name }) => name).join(', ')}`, () => {
      supervisor.start(servers.map((server) => ({ ...server, stage: 'server' as const })));
      return supervisor.untilReady(servers.map(({ name }) => name));
    });

  if (config.external.redis || config.external.nats)
    await runStep(terminal, 'reaching the external servers', () => reachExternalServers(config.external));

  const secrets = new SecretStore(config.DATA_DIR);
  const databases = await runStep(terminal, 'preparing the databases', () =>
    makeDatabases(urls.postgres, secrets, !config.external.postgres).catch((error: unknown) => {
      if (!config.external.postgres || error instanceof ConfigError) throw error;
      throw new Error(unreachableText('PostgreSQL', 'DATABASE_URL', reasonText(error)));
    }),
  );
  if (config.external.s3)
    await makeBucket(config.external.s3).catch((error: unknown) => {
      throw new Error(unreachableText('The object store', 'S3_ENDPOINT', reasonText(error)));
    });

  const pin = resolveAdminPin(config);
  const ports = new PortStore(config.DATA_DIR, reservedPorts);
  const shop = await buildTopology({ config, urls, databases, ports, secrets, adminPin: pin });
  const missing = findMissingPrograms(shop);
  if (missing.length > 0)
    throw new Error(`These programs were not built:\n  ${missing.join('\n  ')}\nRun \`npm run build\` to see why.`);

  const seed = shop.seed && new SeedRun(shop.seed, pidFiles, terminal);
  stopShop = async () => {
    await Promise.all([seed?.stop(), supervisor.stop()]);
  };
  await copySite(config.DATA_DIR);
  supervisor.start(shop.processes);
  const rollingRestart = new RollingRestart(supervisor, config.DATA_DIR, terminal);
  process.on('SIGUSR2', () => void rollingRestart.run());
  const seeded = seed
    ? supervisor
        .untilReady(['catalog', 'media'])
        .then(() => seed.run())
        // The supervisor reports a catalogue that never became ready.
        .catch(() => false)
    : undefined;
  if (flags.dev) {
    const { startDevelopment } = await import('./development.js');
    await startDevelopment({ config, ports, supervisor, terminal, processes: shop.processes });
  }
  const gateways = shop.processes.filter(({ stage }) => stage === 'front').map(({ name }) => name);
  const failedProcess = await runStep(
    terminal,
    () => `opening the shop${waitingFor(supervisor)}`,
    () => Promise.race([supervisor.untilReady(gateways).then(() => undefined), supervisor.untilGivenUp()]),
  );
  if (seeded && !failedProcess)
    await runStep(terminal, 'waiting for the first page of the gallery', () =>
      Promise.race([seeded, untilFirstPage(gatewayUrl(config), config.SEED_COUNT)]),
    );
  // PUBLIC_URL points to the first gateway.
  const isOpen = failedProcess !== gateways[0] && !isStopping;
  if (isOpen) welcome(config, pin, shop.processes);
  if (isOpen && terminal.isForPeople)
    void seeded?.then((drew) => drew && !isStopping && welcome(config, pin, shop.processes));
  if (failedProcess)
    terminal.problem(`  The shop is not complete: ${failedProcess} could not be started (see above).\n`);
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
    ['', terminal.faint('or the one set in Settings since')],
    ...(hasMailCatcher(config) ? [['Letters', `http://localhost:${config.MAIL_CATCHER_PORT}`]] : []),
    ...listMetricsUrls(processes).map(({ name, url }, index) => [
      index === 0 ? 'Metrics' : '',
      `${url}  ${terminal.faint(name)}`,
    ]),
    ['Data', config.DATA_DIR],
    ...(terminal.isForPeople
      ? [['Logs', `${logFolder(config.DATA_DIR)} (LOG_LEVEL=info npm start shows them here)`]]
      : []),
  ];
  terminal.say('');
  for (const [title = '', value = ''] of rows) terminal.say(`  ${title.padEnd(16)}${value}`);
  terminal.say(`\n  Ready after ${formatSeconds(performance.now())}. Ctrl-C stops everything.\n`);
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
  if (why) terminal.say(`Stopped after ${formatSeconds(Date.now() - began)}.`);
  releaseLock();
  await logs?.close();
  await terminal.flush(500);
  process.exit(code);
}

function explain(error: Error): string {
  if (error.name === 'ConfigError') return error.message;
  const ofAnotherUser =
    'It belongs to another user: start the shop as that user, or set DATA_DIR to a folder of your own.';
  const advice: Record<string, string> = {
    EEXIST: 'It is a file: set DATA_DIR to a folder.',
    ENOTDIR: 'A part of it is a file: set DATA_DIR to a folder.',
    EACCES: ofAnotherUser,
    EPERM: ofAnotherUser,
    EROFS: 'This disk cannot be written: set DATA_DIR to a folder that can.',
    ENOSPC: 'The disk is full: make room, or set DATA_DIR to a folder on another disk.',
    '28P01':
      'The database has other passwords than secrets.json in DATA_DIR. Put that file back (a damaged one was renamed to ' +
      'secrets.json.unreadable), or restore a backup into a new DATA_DIR.',
  };
  const more = advice[(error as NodeJS.ErrnoException).code ?? ''];
  return `✗ ${error.message}${more ? `\n  ${more}` : ''}`;
}

function reasonText(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
