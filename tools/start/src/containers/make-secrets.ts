import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretStore } from '@geodes/servers';
import { adminPin } from '../admin-pin.js';
import { readSecretsConfig } from './config.js';
import { shopSecrets } from './shop-secrets.js';

/**
 * The first step of `docker compose up`: makes the passwords of this shop, once, and gives each container a folder with
 * those it needs. A folder is a volume, which nobody but its container mounts; so everybody in there may read.
 */
const { folder, pin } = readSecretsConfig(process.env);
const kept = join(folder, 'kept');
const secrets = new SecretStore(kept);
const ownerPin = adminPin({ ADMIN_PIN: pin, ADMIN_PIN_HASH: undefined, DATA_DIR: kept }) ?? '';
const mounted = new Set(readdirSync(folder));
for (const [name, files] of Object.entries(shopSecrets((secret) => secrets.get(secret), ownerPin)))
  if (mounted.has(name)) for (const [file, text] of Object.entries(files)) write(join(folder, name), file, text);
console.log('the secrets of this shop are in their volumes');

/** Written beside and renamed: a container that starts meanwhile reads the old one or the new one. */
function write(into: string, file: string, text: string): void {
  mkdirSync(into, { recursive: true });
  const path = join(into, file);
  writeFileSync(`${path}.new`, text, { flush: true });
  chmodSync(`${path}.new`, 0o444);
  renameSync(`${path}.new`, path);
}
