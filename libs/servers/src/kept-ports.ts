import { createServer } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';
import { readJsonFile, writePrivateFile } from './private-file.js';

/** Whether a program of ours could listen on this port of this address now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Ports of the private servers, kept in DATA_DIR/ports.json; one that somebody else took meanwhile is replaced. */
export class KeptPorts {
  readonly #path: string;
  #ports: Record<string, unknown>;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'ports.json');
    this.#ports = readJsonFile(this.#path) ?? {};
  }

  async get(name: string): Promise<number> {
    const kept = this.#ports[name];
    if (typeof kept === 'number' && (await isPortFree(kept))) return kept;
    const taken = Object.values(this.#ports).filter((port) => typeof port === 'number');
    const port = await getPort({ host: '127.0.0.1', exclude: taken });
    this.#ports = { ...this.#ports, [name]: port };
    writePrivateFile(this.#path, JSON.stringify(this.#ports, null, 2) + '\n');
    return port;
  }
}
