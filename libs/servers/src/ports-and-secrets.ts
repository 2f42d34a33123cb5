import { randomBytes, randomInt } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJsonFile, readTextFile, writePrivateFile } from './private-file.js';

/** Returns whether a program can listen on this port and host now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Below the ephemeral ports of outgoing connections (from 32768 on Linux, from 49152 elsewhere). */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const CANDIDATES = 100;
const isInRange = (port: unknown): port is number => typeof port === 'number' && port >= LOWEST && port < HIGHEST;

/**
 * Finds a free port of 127.0.0.1 outside the ephemeral range: an outgoing connection on the port would keep a restarted
 * process from listening again. Throws when none is free.
 */
export const freePort = async (exclude: number[] = []): Promise<number> => {
  for (let attempt = 0; attempt < CANDIDATES; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (!exclude.includes(port) && (await isPortFree(port)) && claimPort(port)) return port;
  }
  throw new Error('No port is free.');
};

/** Time for the caller to listen on the port. */
const CLAIM_MS = 60_000;
const CLAIMS = join(tmpdir(), 'midwest-geodes-ports');

/** Claims a free port among all shops of this machine. Returns false if another shop has just claimed it. */
export const claimPort = (port: number): boolean => {
  const claim = join(CLAIMS, String(port));
  try {
    mkdirSync(CLAIMS, { recursive: true, mode: 0o1777 });
    removeExpired(claim);
    closeSync(openSync(claim, 'wx'));
    return true;
  } catch (error) {
    // Any other error means an unwritable TMPDIR: no other shop could read a claim.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
};

const removeExpired = (claim: string): void => {
  const createdMs = statSync(claim, { throwIfNoEntry: false })?.mtimeMs;
  if (createdMs !== undefined && Date.now() - createdMs > CLAIM_MS) unlinkSync(claim);
};

/** Stores the ports of private processes in DATA_DIR/ports.json. Replaces a port that is taken or reserved. */
export class PortStore {
  readonly #path: string;
  #ports: Record<string, unknown>;

  /** @param reserved ports that other processes will listen on later */
  constructor(
    dataDir: string,
    private readonly reserved: number[] = [],
  ) {
    this.#path = join(dataDir, 'ports.json');
    this.#ports = readJsonFile(this.#path) ?? {};
  }

  async get(name: string): Promise<number> {
    const stored = this.#ports[name];
    if (isInRange(stored) && !this.reserved.includes(stored) && (await isPortFree(stored))) return stored;
    const port = await freePort([...this.reserved, ...Object.values(this.#ports).filter(isInRange)]);
    this.set(name, port);
    return port;
  }

  /** Stores a port that the configuration chose, for tools that find the shop by DATA_DIR; undefined removes it. */
  set(name: string, port: number | undefined): void {
    if (this.#ports[name] === port) return;
    this.#ports = { ...this.#ports, [name]: port };
    writePrivateFile(this.#path, JSON.stringify(this.#ports, null, 2) + '\n');
  }
}

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

  /** Returns whether a secret of this name is stored. */
  has(name: string): boolean {
    return this.#stored(name) !== undefined;
  }

  /** Returns the secret of this name. Creates a missing one: 24 random bytes, safe in a URL. */
  get(name: string): string {
    const stored = this.#stored(name);
    if (stored !== undefined) return stored;
    const secret = randomBytes(24).toString('base64url').replace(/^-/, 'x');
    this.#secrets = { ...this.#secrets, [name]: secret };
    writePrivateFile(this.#path, JSON.stringify(this.#secrets, null, 2) + '\n');
    return secret;
  }

  #stored(name: string): string | undefined {
    const stored = this.#secrets[name];
    return typeof stored === 'string' && stored ? stored : undefined;
  }
}
