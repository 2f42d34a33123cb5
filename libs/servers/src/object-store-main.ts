/** Runs the object store: `node object-store-main.js CONFIG.json`. */
import { timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The parts of fauxqs that store S3 objects. The package exports only a server that listens on every interface. */
interface FilePersistence {
  loadS3(store: S3Store): void;
}
interface S3Store {
  persistence?: FilePersistence;
  createBucket(name: string): void;
}
interface FauxqsParts {
  buildApp(options: object): FastifyInstance;
  S3Store: new () => S3Store;
  FileS3Persistence: new (folder: string) => FilePersistence;
  SqsStore: new () => object;
  SnsStore: new () => object;
}

/** Builds a fauxqs server that stores objects as files in `folder`. Does not listen yet. */
async function buildObjectStore(folder: string, bucket: string, region: string): Promise<FastifyInstance> {
  const { buildApp, S3Store, FileS3Persistence, SqsStore, SnsStore } = await importFauxqsParts();
  quarantineBrokenFiles(folder);
  const s3Store = new S3Store();
  const files = new FileS3Persistence(folder);
  files.loadS3(s3Store);
  s3Store.persistence = files;
  s3Store.createBucket(bucket);
  const stores = { s3Store, sqsStore: new SqsStore(), snsStore: new SnsStore() };
  return buildApp({ logger: false, defaultRegion: region, stores });
}

async function importFauxqsParts(): Promise<FauxqsParts> {
  const part = (file: string) => import(new URL(file, import.meta.resolve('fauxqs')).href) as Promise<FauxqsParts>;
  const files = ['./app.js', './s3/s3Store.js', './s3/fileS3Persistence.js', './sqs/sqsStore.js', './sns/snsStore.js'];
  const parts = await Promise.all(files.map(part));
  return Object.assign({}, ...parts) as FauxqsParts;
}

/**
 * Moves metadata files that a crash truncated to `broken/` and deletes their data. fauxqs writes files in place and
 * refuses to start with a truncated one.
 */
function quarantineBrokenFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const broken = join(folder, 'broken');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(meta|bucket|upload)\.json$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    if (entry.parentPath.startsWith(broken) || isJson(path)) continue;
    mkdirSync(broken, { recursive: true });
    renameSync(path, join(broken, `${Date.now()}-${entry.name}`));
    rmSync(path.replace(/\.meta\.json$/, '.data'), { force: true });
  }
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

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
