import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretStore } from '@geodes/servers';
import { resolveAdminPin } from '../admin-pin.js';
import { readSecretsConfig } from './config.js';
import { buildSecretFiles } from './shop-secrets.js';

/**
 * First step of `docker compose up`: creates the shop's passwords once and writes each container's into a separate
 * folder. Each folder is a volume of one container, so the files are world-readable inside it.
 */
const { folder, pin } = readSecretsConfig(process.env);
const storeFolder = join(folder, 'kept');
const secrets = new SecretStore(storeFolder);
const ownerPin = resolveAdminPin({ ADMIN_PIN: pin, ADMIN_PIN_HASH: undefined, DATA_DIR: storeFolder }) ?? '';
const mounted = new Set(readdirSync(folder));
for (const [name, files] of Object.entries(buildSecretFiles((secret) => secrets.get(secret), ownerPin)))
  if (mounted.has(name)) for (const [file, text] of Object.entries(files)) write(join(folder, name), file, text);
console.log('the secrets of this shop are in their volumes');

/** Writes a temporary file and renames it, so a starting container never reads half a file. */
function write(into: string, file: string, text: string): void {
  mkdirSync(into, { recursive: true });
  const path = join(into, file);
  writeFileSync(`${path}.new`, text, { flush: true });
  chmodSync(`${path}.new`, 0o444);
  renameSync(`${path}.new`, path);
}
