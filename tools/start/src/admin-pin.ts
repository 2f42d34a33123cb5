import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readTextFile, writePrivateFile } from '@geodes/servers';
import type { Config } from './config.js';

/**
 * The owner's PIN: the configured one, else a random one kept in DATA_DIR/admin-pin (mode 600).
 * `undefined` where a hash is configured instead.
 */
export function adminPin(config: Pick<Config, 'ADMIN_PIN' | 'ADMIN_PIN_HASH' | 'DATA_DIR'>): string | undefined {
  if (config.ADMIN_PIN_HASH) return undefined;
  if (config.ADMIN_PIN) return config.ADMIN_PIN;
  const path = join(config.DATA_DIR, 'admin-pin');
  const kept = readTextFile(path)?.trim();
  if (kept && /^\d{9}$/.test(kept)) return kept;
  const made = String(randomInt(1_000_000_000)).padStart(9, '0');
  writePrivateFile(path, `${made}\n`);
  return made;
}
