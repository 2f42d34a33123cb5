import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The parts of fauxqs that keep S3 objects; its package exports only what listens on every address. */
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

/** fauxqs with its objects as files in `folder`, not listening yet. */
export async function buildObjectStore(folder: string, bucket: string, region: string): Promise<FastifyInstance> {
  const { buildApp, S3Store, FileS3Persistence, SqsStore, SnsStore } = await fauxqsParts();
  setAsideBrokenFiles(folder);
  const s3Store = new S3Store();
  const files = new FileS3Persistence(folder);
  files.loadS3(s3Store);
  s3Store.persistence = files;
  s3Store.createBucket(bucket);
  const stores = { s3Store, sqsStore: new SqsStore(), snsStore: new SnsStore() };
  return buildApp({ logger: false, defaultRegion: region, stores });
}

async function fauxqsParts(): Promise<FauxqsParts> {
  const part = (file: string) => import(new URL(file, import.meta.resolve('fauxqs')).href) as Promise<FauxqsParts>;
  const files = ['./app.js', './s3/s3Store.js', './s3/fileS3Persistence.js', './sqs/sqsStore.js', './sns/snsStore.js'];
  const parts = await Promise.all(files.map(part));
  return Object.assign({}, ...parts) as FauxqsParts;
}

/**
 * fauxqs writes its files in place and refuses to start when one is half-written: a description that a crash broke
 * is moved away with its data, and the object counts as never stored.
 */
function setAsideBrokenFiles(folder: string): void {
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
