import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

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
export async function buildObjectStore(folder: string, bucket: string, region: string): Promise<FastifyInstance> {
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
