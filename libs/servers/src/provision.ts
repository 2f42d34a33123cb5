import { mkdirSync } from 'node:fs';
import { PortStore } from './port-store.js';
import { SecretStore } from './secret-store.js';
import { provisionNats } from './nats.js';
import { provisionObjectStore } from './object-store.js';
import { OWNER_VARIABLE } from './pid-files.js';
import { provisionPostgres } from './postgres.js';
import { provisionRedis } from './redis.js';
import type { ProvisionOptions, ServerProcess, ServerUrls } from './server-process.js';

export interface Provision {
  processes: ServerProcess[];
  urls: ServerUrls;
}

/**
 * Prepares the servers whose address is not `given` (programs, data folders, ports, passwords) and says how to run
 * them; it starts none. Leftovers of a killed run must have ended before, or their ports count as taken.
 * Throws `NoServerError` where the machine has no way to run one.
 */
export async function provision(options: ProvisionOptions, given: Partial<ServerUrls> = {}): Promise<Provision> {
  mkdirSync(options.dataDir, { recursive: true });
  const ports = new PortStore(options.dataDir, options.reservedPorts);
  const secrets = new SecretStore(options.dataDir);
  const processes: ServerProcess[] = [];
  const own = async <Access>(
    access: Access | undefined,
    make: (...args: [ProvisionOptions, PortStore, SecretStore]) => Promise<{ process: ServerProcess; access: Access }>,
  ): Promise<Access> => {
    if (access !== undefined) return access;
    const made = await make(options, ports, secrets);
    const env = { ...made.process.env, [OWNER_VARIABLE]: options.dataDir };
    processes.push({ ...made.process, env });
    return made.access;
  };
  // One after the other: they share the files for ports and secrets
  const urls: ServerUrls = {
    postgres: await own(given.postgres, provisionPostgres),
    redis: await own(given.redis, provisionRedis),
    nats: await own(given.nats, provisionNats),
    s3: await own(given.s3, provisionObjectStore),
  };
  return { processes, urls };
}
