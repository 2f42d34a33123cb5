import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, readTextFile, writePrivateFile } from './private-file.js';

/**
 * Random secrets of one shop, kept in DATA_DIR/secrets.json (mode 600) and used again at the next start.
 * A file that cannot be read is set aside, not overwritten: the databases may still need what is in it.
 */
export class SecretStore {
  readonly #path: string;
  #secrets: Record<string, unknown>;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'secrets.json');
    const kept = readJsonFile(this.#path);
    if (!kept && readTextFile(this.#path) !== undefined) renameSync(this.#path, `${this.#path}.unreadable`);
    this.#secrets = kept ?? {};
  }

  /** The secret of this name; made (24 random bytes, safe in a URL) and kept when there is none. */
  get(name: string): string {
    const kept = this.#secrets[name];
    if (typeof kept === 'string' && kept) return kept;
    const made = randomBytes(24).toString('base64url').replace(/^-/, 'x');
    this.#secrets = { ...this.#secrets, [name]: made };
    writePrivateFile(this.#path, JSON.stringify(this.#secrets, null, 2) + '\n');
    return made;
  }
}
