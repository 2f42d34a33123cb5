import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { buildObjectStore } from './fauxqs-files.js';

/** Runs the object store: `node object-store-main.js CONFIG.json`. */
interface StoreConfig {
  /** Default: loopback. Containers set 0.0.0.0. */
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
requireAccessKey(app);
await app.listen({ port: config.port, host: config.host ?? '127.0.0.1' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());

/** Rejects requests without the shop's random access key, because fauxqs accepts any credentials. */
function requireAccessKey(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.url === '/health' || hasAccessKey(request)) return;
    await reply
      .code(403)
      .type('application/xml')
      .send('<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code><Message>Unknown access key</Message></Error>');
  });
}

/** Signature version 4 contains the key as `Credential=KEY/DATE/…` in the header, or in the query of a signed URL. */
function hasAccessKey(request: FastifyRequest): boolean {
  const inHeader = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1];
  const inQuery = new URL(request.url, 'http://localhost').searchParams.get('X-Amz-Credential')?.split('/')[0];
  const actual = Buffer.from(inHeader ?? inQuery ?? '');
  const expected = Buffer.from(config.accessKeyId);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
