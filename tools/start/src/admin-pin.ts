import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readTextFile, writePrivateFile } from '@geodes/servers';
import type { Config } from './config.js';

/**
 * Returns the configured PIN, else a random one stored in DATA_DIR/admin-pin (mode 600). Returns `undefined` when a
 * hash is configured instead.
 */
export function resolveAdminPin(config: Pick<Config, 'ADMIN_PIN' | 'ADMIN_PIN_HASH' | 'DATA_DIR'>): string | undefined {
  if (config.ADMIN_PIN_HASH) return undefined;
  if (config.ADMIN_PIN) return config.ADMIN_PIN;
  const path = join(config.DATA_DIR, 'admin-pin');
  const stored = readTextFile(path)?.trim();
  if (stored && /^\d{9}$/.test(stored)) return stored;
  const pin = String(randomInt(1_000_000_000)).padStart(9, '0');
  writePrivateFile(path, `${pin}\n`);
  return pin;
}
