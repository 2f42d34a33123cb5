import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { WITH_DATABASE } from '../databases.js';
import type { Codec } from './encryption.js';

/** Format version; raised when an older restore could not read a backup. */
export const FORMAT = { plain: 1, encrypted: 2 } as const;
export const MANIFEST = 'manifest.json';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
/** A relative path that cannot leave the backup's folder. */
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
  format: z.literal(Object.values(FORMAT)),
  /** The version of the shop that made the backup. */
  version: z.string(),
  /** The instant of the snapshot. */
  point: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** How long writers were blocked, ms. */
  fenceMs: z.number(),
  databases: z.record(z.enum(WITH_DATABASE), database),
  objects: file.extend({ count: z.int().min(0), totalBytes: z.int().min(0) }),
});

export type Manifest = z.infer<typeof manifest>;
export type BackedUpDatabase = z.infer<typeof database>;
export type BackedUpTable = z.infer<typeof table>;
export type BackedUpObject = z.infer<typeof object>;
type BackedUpFile = z.infer<typeof file>;

/** Explains to the operator what is wrong with a backup. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Reads a backup's manifest. Throws BackupError if the folder is no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((): never => {
    throw new BackupError(
      `${folder} is no backup: it has no ${MANIFEST}. Name the folder that \`npm run backup\` printed; one that ends in ` +
        '.part is incomplete.',
    );
  });
  const parsed = manifest.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new BackupError(
    `${join(folder, MANIFEST)} cannot be read (${z.prettifyError(parsed.error).split('\n')[0]}): it is damaged, or was ` +
      'written by a newer version of the shop.',
  );
}

/** Reads the list of a backup's objects. Throws BackupError if it is damaged or `codec` cannot decrypt it. */
export async function readObjects(folder: string, { objects }: Manifest, codec: Codec): Promise<BackedUpObject[]> {
  const content = await codec.whole(await readFile(join(folder, objects.file)));
  const lines = Buffer.from(content).toString().split('\n').filter(Boolean);
  const parsed = z.array(object).safeParse(lines.map(parseJson));
  if (parsed.success && parsed.data.length === objects.count) return parsed.data;
  throw new BackupError(`${join(folder, objects.file)} is damaged. Use another backup.`);
}

/**
 * Compares every file of a backup with its digest, which is that of the encrypted content. Throws BackupError for the first
 * that is missing or differs, and if `codec` has the wrong key.
 */
export async function verify(
  folder: string,
  backup: Manifest,
  codec: Codec,
  progress: (text: string) => void,
): Promise<void> {
  const tables = Object.values(backup.databases).flatMap(({ tables }) => tables);
  await verifyAll(folder, [...tables, backup.objects]);
  const objects = await readObjects(folder, backup, codec);
  progress(`${tables.length} tables verified; reading ${objects.length} pictures`);
  await verifyAll(folder, objects);
}

async function verifyAll(folder: string, files: BackedUpFile[]): Promise<void> {
  for (const { file, bytes, sha256 } of files) {
    const path = join(folder, file);
    const size = await stat(path).then(
      (found) => found.size,
      () => undefined,
    );
    const isWhole = size === bytes && (await hashFile(path)) === sha256;
    if (!isWhole)
      throw new BackupError(
        `${path} is ${size === undefined ? 'missing' : 'not what was written'}. Nothing was touched; use another backup.`,
      );
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
