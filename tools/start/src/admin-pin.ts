import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readTextFile, writePrivateFile } from '@geodes/servers';
import { type Config, ConfigError } from './config.js';

/**
 * Returns the configured PIN, else that of DATA_DIR/admin-pin, a random one if the file is missing (mode 600). Returns
 * `undefined` when a hash is configured instead. Throws `ConfigError` if the file holds no PIN.
 */
export function resolveAdminPin(config: Pick<Config, 'ADMIN_PIN' | 'ADMIN_PIN_HASH' | 'DATA_DIR'>): string | undefined {
  if (config.ADMIN_PIN_HASH) return undefined;
  if (config.ADMIN_PIN) return config.ADMIN_PIN;
  const path = join(config.DATA_DIR, 'admin-pin');
  const stored = readTextFile(path)?.trim();
  if (stored !== undefined) {
    if (/^\d{9}$/.test(stored)) return stored;
    throw new ConfigError([`${path} must hold exactly 9 digits: correct it, or delete it to get a random PIN`]);
  }
  const pin = String(randomInt(1_000_000_000)).padStart(9, '0');
  writePrivateFile(path, `${pin}\n`);
  return pin;
}
