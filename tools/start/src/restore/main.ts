import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SecretStore, PidFiles, startServers, writePrivateFile } from '@geodes/servers';
import { type Codec, decryptWith, plainCodec } from '../backup/encryption.js';
import { explain } from '../backup/explain.js';
import { BackupError, FORMAT, type Manifest, readManifest, verify } from '../backup/manifest.js';
import { readConfig, ROOT } from '../config.js';
import { readMigrationConfig } from '../containers/config.js';
import { makeDatabases } from '../databases.js';
import { endOrphanProcesses } from '../processes/supervisor.js';
import { listPublicPorts } from '../public-ports.js';
import { makeBucket } from '../external-servers.js';
import { isInContainer, containerDataStores } from '../data-stores.js';
import { acquireStartLock } from '../data-dir.js';
import { makeContainerDatabases, prepareDatabases, runMigrations } from '../run-migrations.js';
import { restore, type RestoreOptions } from './restore.js';

const USAGE = `npm run restore -- --from FOLDER [--overwrite] [--identity FILE]

Restores a backup into the shop of DATA_DIR (.local), which must be stopped and empty; --overwrite replaces its data.
Every file is verified before anything is changed. --identity names the file of age's secret key for an encrypted backup. Passwords and PIN are those of DATA_DIR, or new.`;

const progress = (text: string): void => console.log(`  ${text}`);
// No other user may read what this process and its children create.
process.umask(0o077);
// Without a handler a signal skips the `exit` event, at which `startServers` kills the private servers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      overwrite: { type: 'boolean', default: false },
      identity: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !values.from) console.log(USAGE);
  else await run(values.from, values);
  process.exitCode = values.help || values.from ? 0 : 2;
} catch (error) {
  console.error(`✗ ${explain(error)}`);
  process.exitCode = 1;
}

interface Options {
  overwrite: boolean;
  identity?: string | undefined;
}

async function run(from: string, { overwrite, identity }: Options): Promise<void> {
  const folder = absolute(from);
  const began = performance.now();
  const backup = await readManifest(folder);
  progress(`backup of ${backup.point}, written by version ${backup.version}; verifying it`);
  const codec = await codecFor(backup, identity);
  await verify(folder, backup, codec, progress);
  const target = isInContainer(process.env) ? intoContainers : intoDataDir;
  await target({ folder, codec, backup, overwrite, progress });
  noteRestore(folder);
  console.log(`✓ The shop is as it was at ${backup.point} (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  console.log('  Start it now. It refuses checkouts until it has reconciled all payments since then with Square.');
  console.log('  The panel lists payments without an order above the orders, and their geodes are taken off sale.');
}

/** Notes in the backup that it was restored, for `npm run ops -- ready-for-trade`. The medium may be read-only. */
function noteRestore(folder: string): void {
  try {
    writePrivateFile(join(folder, 'restored.json'), `${JSON.stringify({ restoredAt: new Date().toISOString() })}\n`);
  } catch {
    progress(`${folder} is read-only: it does not note this restore`);
  }
}

function absolute(path: string): string {
  return resolve(process.env.INIT_CWD ?? ROOT, path);
}

async function codecFor({ format }: Manifest, identity: string | undefined): Promise<Codec> {
  if (format === FORMAT.plain) return plainCodec;
  if (!identity) throw new BackupError('The backup is encrypted. Name the file of its secret key with --identity.');
  return decryptWith(absolute(identity));
}

type Restoring = Omit<RestoreOptions, 'stores' | 'redisUrl' | 'migrate'>;

async function intoContainers(restoring: Restoring): Promise<void> {
  const config = readMigrationConfig(process.env);
  // With an administrator's URL the databases may not exist yet.
  await makeContainerDatabases(config);
  await restore({
    stores: containerDataStores(config),
    redisUrl: config.REDIS_URL,
    migrate: () => prepareDatabases(config),
    ...restoring,
  });
}

async function intoDataDir(restoring: Restoring): Promise<void> {
  const { folder } = restoring;
  const config = readConfig(process.env);
  const { DATA_DIR: dataDir, external } = config;
  if (folder.startsWith(`${dataDir}/`))
    throw new BackupError(`${folder} lies in the data folder that it would replace. Move it elsewhere first.`);
  const release = acquireStartLock(dataDir);
  try {
    await endOrphanProcesses(new PidFiles(dataDir));
    const servers = await startServers({ dataDir, reservedPorts: listPublicPorts(config), progress }, external);
    try {
      const { urls } = servers;
      const databases = await makeDatabases(urls.postgres, new SecretStore(dataDir), !external.postgres);
      if (external.s3) await makeBucket(external.s3);
      const migrate = () =>
        runMigrations({
          databases,
          natsUrl: urls.nats,
          redisUrl: urls.redis,
          logLevel: 'warn',
          objects: urls.s3,
        });
      await restore({
        stores: { databases, objects: urls.s3 },
        redisUrl: urls.redis,
        migrate,
        ...restoring,
      });
      // an unfinished seed of the replaced shop must not go on listing demo geodes
      rmSync(join(dataDir, 'seed.json'), { force: true });
    } finally {
      await servers.stop();
    }
  } finally {
    release();
  }
}
