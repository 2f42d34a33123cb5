import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectAccess } from '../places.js';
import type { BackedUpObject, Manifest } from './manifest.js';

const AT_ONCE = 8;
/** A picture has 10 MB at most; more than this is not the shop's. */
const CALL_TIMEOUT_MS = 60_000;
const LIST = 'objects.ndjson';
/** Uploads that nobody has taken in: the owner sends them again. */
const NOT_KEPT = 'incoming/';
/** The shop makes no other keys; these are safe as names of files. */
const KEY = /^(?!.*(^|\/)\.\.?(\/|$))[\w\-][\w.\-/]*$/;
const TOLD_EVERY = 500;

type Progress = (text: string) => void;

/**
 * Writes every stored picture into `folder`/objects, with a list. To be called after the databases were copied: what they
 * name was stored before it was named, never changes, and is deleted a day after nobody names it at the earliest.
 */
export async function copyObjects(
  access: ObjectAccess,
  folder: string,
  progress: Progress,
): Promise<Manifest['objects']> {
  const client = s3(access);
  const copied: BackedUpObject[] = [];
  try {
    let token: string | undefined;
    do {
      const page: { Contents?: { Key?: string }[]; NextContinuationToken?: string } = await client.send(
        new ListObjectsV2Command({ Bucket: access.bucket, ...(token ? { ContinuationToken: token } : {}) }),
        { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) },
      );
      const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key && !Key.startsWith(NOT_KEPT) ? [Key] : []));
      await inTurns(keys, async (key) => {
        const object = await copyOne(client, access.bucket, key, folder);
        if (object) copied.push(object);
        if (copied.length % TOLD_EVERY === 0) progress(`${copied.length} pictures copied`);
      });
      token = page.NextContinuationToken;
    } while (token);
  } finally {
    client.destroy();
  }
  copied.sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = copied.map((object) => `${JSON.stringify(object)}\n`).join('');
  await writeFile(join(folder, LIST), text, { flush: true });
  const totalBytes = copied.reduce((sum, { bytes }) => sum + bytes, 0);
  return { count: copied.length, totalBytes, file: LIST, bytes: Buffer.byteLength(text), sha256: sha256(text) };
}

/** Stores every picture of a backup under its key; one that is there already is the same, for a key names its content. */
export async function putObjects(
  access: ObjectAccess,
  folder: string,
  objects: BackedUpObject[],
  progress: Progress,
): Promise<void> {
  const client = s3(access);
  let done = 0;
  try {
    await inTurns(objects, async ({ key, file, contentType, cacheControl }) => {
      await client.send(
        new PutObjectCommand({
          Bucket: access.bucket,
          Key: key,
          Body: await readFile(join(folder, file)),
          ContentType: contentType,
          ...(cacheControl ? { CacheControl: cacheControl } : {}),
        }),
        { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) },
      );
      done += 1;
      if (done % TOLD_EVERY === 0) progress(`${done} of ${objects.length} pictures stored`);
    });
  } finally {
    client.destroy();
  }
}

/** Undefined where it was deleted between the list and now: nothing named it for a day. */
async function copyOne(
  client: S3Client,
  bucket: string,
  key: string,
  folder: string,
): Promise<BackedUpObject | undefined> {
  if (!KEY.test(key))
    throw new Error(`The object store has "${key}", which is none of the shop's names. Move it elsewhere.`);
  try {
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
      abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const body = (await found.Body?.transformToByteArray()) ?? new Uint8Array();
    const file = `objects/${key}`;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), body, { flush: true });
    const { ContentType: contentType = 'application/octet-stream', CacheControl: cacheControl } = found;
    return {
      key,
      file,
      bytes: body.length,
      sha256: sha256(body),
      contentType,
      ...(cacheControl ? { cacheControl } : {}),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}

async function inTurns<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const turn = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

const s3 = ({ endpoint, bucket: _bucket, region, accessKeyId, secretAccessKey }: ObjectAccess): S3Client =>
  new S3Client({
    region,
    maxAttempts: 3,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
