import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';
import { claimPort } from './claimed-port.js';
import { readJsonFile, writePrivateFile } from './private-file.js';

/** Whether a program of ours could listen on this port of this address now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Below the ports that systems give to outgoing connections (32768 and up on Linux, 49152 on others). */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const CANDIDATES = 100;
const isOurs = (port: unknown): port is number => typeof port === 'number' && port >= LOWEST && port < HIGHEST;

/**
 * A port of 127.0.0.1 that nobody has. None that an outgoing connection of any program could be given later: a
 * process that ended could then not have it again, and would fail for as long as that connection lasts. Throws where
 * none is free.
 */
export const freePort = async (exclude: number[] = []): Promise<number> => {
  for (let attempt = 0; attempt < CANDIDATES; attempt += 1) {
    const port = await getPort({
      host: '127.0.0.1',
      exclude,
      port: Array.from({ length: CANDIDATES }, () => randomInt(LOWEST, HIGHEST)),
    });
    if (claimPort(port)) return port;
  }
  throw new Error('No port is free.');
};

/** Ports of the private servers, kept in DATA_DIR/ports.json; one that somebody else took meanwhile is replaced. */
export class PortStore {
  readonly #path: string;
  #ports: Record<string, unknown>;

  /** `reserved`: ports that others will listen on, though they do not yet. */
  constructor(
    dataDir: string,
    private readonly reserved: number[] = [],
  ) {
    this.#path = join(dataDir, 'ports.json');
    this.#ports = readJsonFile(this.#path) ?? {};
  }

  async get(name: string): Promise<number> {
    const kept = this.#ports[name];
    if (isOurs(kept) && (await isPortFree(kept))) return kept;
    const port = await freePort([...this.reserved, ...Object.values(this.#ports).filter(isOurs)]);
    this.#ports = { ...this.#ports, [name]: port };
    writePrivateFile(this.#path, JSON.stringify(this.#ports, null, 2) + '\n');
    return port;
  }
}
