import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writePrivateFile } from '@geodes/servers';
import { configuredRecipient, isInContainer, findDataStores } from '../data-stores.js';
import { readConfig, ROOT } from '../config.js';
import { backUp } from './backup.js';
import { explain } from './explain.js';

const USAGE = `npm run backup -- [--to FOLDER] [--recipient KEY]

Backs up the running shop of DATA_DIR (.local) while it sells: databases as of one instant, and pictures. Nothing is
stopped. FOLDER must be new; the default is backups/TIME. It holds personal data: protect it as you protect the shop, or
encrypt it to a public key of age with --recipient or BACKUP_AGE_RECIPIENT.`;

// Backups hold personal data: no other user may read them, whatever the parent folder allows.
process.umask(0o077);
try {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, recipient: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) console.log(USAGE);
  else await run(values.to, values.recipient);
} catch (error) {
  console.error(`✗ ${explain(error)}`);
  console.error('  No backup was made.');
  process.exitCode = 1;
}

async function run(to: string | undefined, recipient = configuredRecipient(process.env)): Promise<void> {
  const name = to ?? join('backups', new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
  const folder = resolve(process.env.INIT_CWD ?? ROOT, name);
  const began = performance.now();
  const stores = findDataStores(process.env);
  const { finishedAt } = await backUp({ stores, to: folder, recipient, progress: (text) => console.log(`  ${text}`) });
  if (!isInContainer(process.env)) noteBackup(finishedAt, folder);
  console.log(`✓ ${folder} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  const restore = isInContainer(process.env)
    ? 'docker compose run --rm -v FOLDER:/backups migrations tools/start/dist/restore/main.js'
    : 'npm run restore --';
  console.log(`  Bring it back with: ${restore} --from ${folder}${recipient ? ' --identity FILE' : ''}`);
}

/** `npm run ops -- ready-for-trade` reads it. The backup is complete without it. */
function noteBackup(finishedAt: string, folder: string): void {
  const note = join(readConfig(process.env).DATA_DIR, 'last-backup.json');
  try {
    writePrivateFile(note, `${JSON.stringify({ finishedAt, folder })}\n`);
  } catch (error) {
    console.log(`  ${note} does not note this backup: ${error instanceof Error ? error.message : String(error)}`);
  }
}
