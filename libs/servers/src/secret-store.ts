import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, readTextFile, writePrivateFile } from './private-file.js';

/**
 * Stores the random secrets of one shop in DATA_DIR/secrets.json (mode 600). Renames an unreadable file instead of
 * overwriting it: the databases may still use its secrets.
 */
export class SecretStore {
  readonly #path: string;
  #secrets: Record<string, unknown>;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'secrets.json');
    const stored = readJsonFile(this.#path);
    if (!stored && readTextFile(this.#path) !== undefined) renameSync(this.#path, `${this.#path}.unreadable`);
    this.#secrets = stored ?? {};
  }

  /** Returns the secret of this name. Creates a missing one: 24 random bytes, safe in a URL. */
  get(name: string): string {
    const stored = this.#secrets[name];
    if (typeof stored === 'string' && stored) return stored;
    const secret = randomBytes(24).toString('base64url').replace(/^-/, 'x');
    this.#secrets = { ...this.#secrets, [name]: secret };
    writePrivateFile(this.#path, JSON.stringify(this.#secrets, null, 2) + '\n');
    return secret;
  }
}
