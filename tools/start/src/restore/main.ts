import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SecretStore, PidFiles, startServers } from '@geodes/servers';
import { explain } from '../backup/explain.js';
import { BackupError, type Manifest, readManifest, verify } from '../backup/manifest.js';
import { readConfig, ROOT } from '../config.js';
import { readMigrationConfig } from '../containers/config.js';
import { prepareDatabases } from '../containers/prepare-databases.js';
import { makeDatabases } from '../databases.js';
import { endOrphanProcesses } from '../processes/orphan-processes.js';
import { makeBucket } from '../external-servers.js';
import { isInContainer, containerDataStores } from '../data-stores.js';
import { closeDataDir, createPrivateFiles } from '../private-data-dir.js';
import { runMigrations } from '../run-migrations.js';
import { acquireStartLock } from '../start-lock.js';
import { restore } from './restore.js';

const USAGE = `npm run restore -- --from FOLDER [--overwrite]

Restores a backup into the shop of DATA_DIR (.local), which must be stopped and empty; --overwrite replaces its data.
Every file is verified before anything is changed. Passwords and PIN are those of DATA_DIR, or new.`;

const progress = (text: string): void => console.log(`  ${text}`);
createPrivateFiles();
try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      overwrite: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || !values.from) console.log(USAGE);
  else await run(values.from, values.overwrite);
  process.exitCode = values.help || values.from ? 0 : 2;
} catch (error) {
  console.error(`✗ ${explain(error)}`);
  process.exitCode = 1;
}

async function run(from: string, overwrite: boolean): Promise<void> {
  const folder = isAbsolute(from) ? resolve(from) : resolve(process.env.INIT_CWD ?? ROOT, from);
  const began = performance.now();
  const backup = await readManifest(folder);
  progress(`backup of ${backup.point}, written by version ${backup.version}; verifying it`);
  await verify(folder, backup, progress);
  await (isInContainer(process.env) ? intoContainers : intoDataDir)(folder, backup, overwrite);
  console.log(`✓ The shop is as it was at ${backup.point} (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  console.log('  Start it now. It refuses checkouts until it has reconciled all payments since then with Square.');
  console.log('  The panel lists payments without an order above the orders, and their geodes are taken off sale.');
}

async function intoContainers(folder: string, backup: Manifest, overwrite: boolean): Promise<void> {
  const config = readMigrationConfig(process.env);
  const migrate = () => prepareDatabases(config);
  // With an administrator's URL the databases may not exist yet.
  if (config.ADMIN_DATABASE_URL) await migrate();
  await restore({
    stores: containerDataStores(config),
    redisUrl: config.REDIS_URL,
    folder,
    backup,
    migrate,
    overwrite,
    progress,
  });
}

async function intoDataDir(folder: string, backup: Manifest, overwrite: boolean): Promise<void> {
  const config = readConfig(process.env);
  const { DATA_DIR: dataDir, external } = config;
  if (folder.startsWith(`${dataDir}/`))
    throw new BackupError(`${folder} lies in the data folder that it would replace. Move it elsewhere first.`);
  const release = acquireStartLock(dataDir);
  closeDataDir(dataDir);
  try {
    await endOrphanProcesses(new PidFiles(dataDir));
    const servers = await startServers({ dataDir, progress }, external);
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
        folder,
        backup,
        migrate,
        overwrite,
        progress,
      });
    } finally {
      await servers.stop();
    }
  } finally {
    release();
  }
}
