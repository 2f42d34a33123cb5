import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { buildObjectStore } from './fauxqs-files.js';

/** The object store as a process of its own: `node object-store-main.js CONFIG.json`. */
interface StoreConfig {
  /** Loopback only where it is missing; a container says 0.0.0.0. */
  host?: string;
  port: number;
  folder: string;
  bucket: string;
  region: string;
  accessKeyId: string;
}

const [configFile = ''] = process.argv.slice(2);
const config = JSON.parse(readFileSync(configFile, 'utf8')) as StoreConfig;
const app = await buildObjectStore(config.folder, config.bucket, config.region);
refuseStrangers(app);
await app.listen({ port: config.port, host: config.host ?? '127.0.0.1' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());

/** fauxqs takes any credentials; here only requests that name our random access key pass. */
function refuseStrangers(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.url === '/health') return;
    if (namesKey(request)) return;
    await reply
      .code(403)
      .type('application/xml')
      .send('<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code><Message>Unknown access key</Message></Error>');
  });
}

/** Signature version 4 names the key as `Credential=KEY/DATE/…` in the header, or in the query of a signed link. */
function namesKey(request: FastifyRequest): boolean {
  const inHeader = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1];
  const inQuery = new URL(request.url, 'http://localhost').searchParams.get('X-Amz-Credential')?.split('/')[0];
  const given = Buffer.from(inHeader ?? inQuery ?? '');
  const ours = Buffer.from(config.accessKeyId);
  return given.length === ours.length && timingSafeEqual(given, ours);
}
