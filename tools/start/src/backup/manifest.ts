import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { WITH_DATABASE } from '../databases.js';

/** The shape of a backup; raised when an older restore could not read it. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
/** A path inside the backup: none leads out of it. */
const path = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[\w.\-/]+$/);
const file = z.object({ file: path, bytes: z.int().min(0), sha256: digest });

const table = file.extend({ table: name, columns: z.array(name).min(1), rows: z.int().min(0) });
const sequence = z.object({ sequence: name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });
const database = z.object({
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(sequence),
});
const object = file.extend({ key: path, contentType: z.string(), cacheControl: z.string().optional() });

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the shop that wrote it. */
  version: z.string(),
  /** The one instant that all databases are of. */
  point: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** For how long nobody could write, ms. */
  fenceMs: z.number(),
  databases: z.object(
    Object.fromEntries(WITH_DATABASE.map((each) => [each, database])) as Record<
      (typeof WITH_DATABASE)[number],
      typeof database
    >,
  ),
  objects: file.extend({ count: z.int().min(0), totalBytes: z.int().min(0) }),
});

export type Manifest = z.infer<typeof manifest>;
export type BackedUpDatabase = z.infer<typeof database>;
export type BackedUpTable = z.infer<typeof table>;
export type BackedUpObject = z.infer<typeof object>;
type BackedUpFile = z.infer<typeof file>;

/** What is wrong with a backup, for the person who named it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Reads a backup's description. Throws BackupError where it is none, or was not finished. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((): never => {
    throw new BackupError(
      `${folder} is no backup: it has no ${MANIFEST}. Name the folder that \`npm run backup\` printed; one that ends in ` +
        '.part was broken off.',
    );
  });
  const parsed = manifest.safeParse(asJson(text));
  if (parsed.success) return parsed.data;
  throw new BackupError(
    `${join(folder, MANIFEST)} is not understood (${z.prettifyError(parsed.error).split('\n')[0]}): it is damaged, or was ` +
      'written by a newer version of the shop.',
  );
}

/** The objects of a backup. Throws BackupError where the list is damaged. */
export async function readObjects(folder: string, { objects }: Manifest): Promise<BackedUpObject[]> {
  const lines = (await readFile(join(folder, objects.file), 'utf8')).split('\n').filter(Boolean);
  const parsed = z.array(object).safeParse(lines.map(asJson));
  if (parsed.success && parsed.data.length === objects.count) return parsed.data;
  throw new BackupError(`${join(folder, objects.file)} is damaged. Use another backup.`);
}

/** Reads every file of a backup and compares. Throws BackupError naming the first that is not what was written. */
export async function verify(folder: string, backup: Manifest, progress: (text: string) => void): Promise<void> {
  const tables = Object.values(backup.databases).flatMap(({ tables }) => tables);
  await verifyAll(folder, [...tables, backup.objects]);
  const objects = await readObjects(folder, backup);
  progress(`${tables.length} tables are as they were written; reading ${objects.length} pictures`);
  await verifyAll(folder, objects);
}

async function verifyAll(folder: string, files: BackedUpFile[]): Promise<void> {
  for (const { file, bytes, sha256 } of files) {
    const path = join(folder, file);
    const size = await stat(path).then(
      (found) => found.size,
      () => undefined,
    );
    const isWhole = size === bytes && (await sha256Of(path)) === sha256;
    if (!isWhole)
      throw new BackupError(
        `${path} is ${size === undefined ? 'missing' : 'not what was written'}. Nothing was touched; use another backup.`,
      );
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
