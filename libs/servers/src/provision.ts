import { mkdirSync } from 'node:fs';
import { PortStore, SecretStore } from './ports-and-secrets.js';
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
 * Prepares programs, data folders, ports and passwords of the servers without an external URL, and starts none. End
 * orphans of a killed run before, or their ports count as taken. Throws `NoServerError` when a server cannot run here.
 */
export async function provision(options: ProvisionOptions, external: Partial<ServerUrls> = {}): Promise<Provision> {
  mkdirSync(options.dataDir, { recursive: true });
  const ports = new PortStore(options.dataDir, options.reservedPorts);
  const secrets = new SecretStore(options.dataDir);
  const processes: ServerProcess[] = [];
  const provisionUnless = async <Access>(
    access: Access | undefined,
    make: (...args: [ProvisionOptions, PortStore, SecretStore]) => Promise<{ process: ServerProcess; access: Access }>,
  ): Promise<Access> => {
    if (access !== undefined) return access;
    const provisioned = await make(options, ports, secrets);
    const env = { ...provisioned.process.env, [OWNER_VARIABLE]: options.dataDir };
    processes.push({ ...provisioned.process, env });
    return provisioned.access;
  };
  // Sequential, because they share the files for ports and secrets.
  const urls: ServerUrls = {
    postgres: await provisionUnless(external.postgres, provisionPostgres),
    redis: await provisionUnless(external.redis, provisionRedis),
    nats: await provisionUnless(external.nats, provisionNats),
    s3: await provisionUnless(external.s3, provisionObjectStore),
  };
  return { processes, urls };
}
