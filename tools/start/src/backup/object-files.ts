import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectAccess } from '../data-stores.js';
import type { BackupFolder } from './encryption.js';
import type { BackedUpObject, Manifest } from './manifest.js';

const MAX_CONCURRENT_CALLS = 8;
/** Limit of a call with its retries and body. Pictures have at most 10 MB. */
const CALL_TIMEOUT_MS = 60_000;
const LIST = 'objects.ndjson';
/** Uploads not processed yet: the owner sends them again. */
const UPLOAD_PREFIX = 'incoming/';
/** The shop creates no other keys. These are safe as file names. */
const KEY = /^(?!.*(^|\/)\.\.?(\/|$))[\w\-][\w.\-/]*$/;
const PROGRESS_INTERVAL = 500;

type Progress = (text: string) => void;

/**
 * Writes every stored picture to `folder`/objects, with a list. Call it after the snapshot: pictures are stored before a
 * row refers to them, never change, and stay for at least a day after the last reference is gone.
 */
export async function copyObjects(
  access: ObjectAccess,
  { folder, codec }: BackupFolder,
  progress: Progress,
): Promise<Manifest['objects']> {
  const client = createClient(access);
  const copied: BackedUpObject[] = [];
  try {
    let token: string | undefined;
    do {
      const page: { Contents?: { Key?: string }[]; NextContinuationToken?: string } = await client.send(
        new ListObjectsV2Command({ Bucket: access.bucket, ContinuationToken: token }),
        { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) },
      );
      const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key && !Key.startsWith(UPLOAD_PREFIX) ? [Key] : []));
      await runConcurrently(keys, async (key) => {
        const object = await copyObject(client, access.bucket, key, { folder, codec });
        if (object) copied.push(object);
        if (copied.length % PROGRESS_INTERVAL === 0) progress(`${copied.length} pictures copied`);
      });
      token = page.NextContinuationToken;
    } while (token);
  } finally {
    client.destroy();
  }
  copied.sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = copied.map((object) => `${JSON.stringify(object)}\n`).join('');
  const list = await codec.whole(Buffer.from(text));
  await writeFile(join(folder, LIST), list, { flush: true });
  const totalBytes = copied.reduce((sum, { bytes }) => sum + bytes, 0);
  return { count: copied.length, totalBytes, file: LIST, bytes: list.length, sha256: sha256(list) };
}

/** Stores every picture of a backup. Overwriting is safe: a key always names the same content. */
export async function putObjects(
  access: ObjectAccess,
  { folder, codec }: BackupFolder,
  objects: BackedUpObject[],
  progress: Progress,
): Promise<void> {
  const client = createClient(access);
  let done = 0;
  try {
    await runConcurrently(objects, async ({ key, file, contentType, cacheControl }) => {
      await client.send(
        new PutObjectCommand({
          Bucket: access.bucket,
          Key: key,
          Body: await codec.whole(await readFile(join(folder, file))),
          ContentType: contentType,
          CacheControl: cacheControl,
        }),
        { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) },
      );
      done += 1;
      if (done % PROGRESS_INTERVAL === 0) progress(`${done} of ${objects.length} pictures stored`);
    });
  } finally {
    client.destroy();
  }
}

/** Returns undefined if the object was deleted since it was listed: nothing referred to it for a day. */
async function copyObject(
  client: S3Client,
  bucket: string,
  key: string,
  { folder, codec }: BackupFolder,
): Promise<BackedUpObject | undefined> {
  if (!KEY.test(key)) throw new Error(`The object store has "${key}", which is no key of the shop. Move it elsewhere.`);
  try {
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
      abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const body = await codec.whole((await found.Body?.transformToByteArray()) ?? new Uint8Array());
    const file = `objects/${key}`;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), body, { flush: true });
    const { ContentType: contentType = 'application/octet-stream', CacheControl: cacheControl } = found;
    return { key, file, bytes: body.length, sha256: sha256(body), contentType, cacheControl };
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}

/**
 * Runs `work` on all items. After an error it starts no more work, waits for the rest to end and throws the first error:
 * the caller may then remove what the work writes to.
 */
async function runConcurrently<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const runWorker = async () => {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  const workers = Array.from({ length: MAX_CONCURRENT_CALLS }, runWorker);
  await Promise.all(workers).finally(() => Promise.allSettled(workers));
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: ObjectAccess): S3Client =>
  new S3Client({
    region,
    maxAttempts: 3,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
