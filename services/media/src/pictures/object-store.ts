import { unavailable } from '@geodes/kit';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

export interface ObjectStoreAccess {
  endpoint?: string;
  bucket: string;
  region: string;
  accessKeyId?: string;
  secretAccessKey?: string;
}

/** Thrown where an object is larger than the caller would take. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge';
}

/** What is being read may come slowly, but not stop for longer, milliseconds. */
const SILENCE_MS = 10_000;

/**
 * The bucket, each call with a time-out and three attempts. Throws UNAVAILABLE where the store is away, full, or refuses
 * what it is told.
 */
export class ObjectStore {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(
    { endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectStoreAccess,
    silenceMs: number = SILENCE_MS,
  ) {
    this.bucket = bucket;
    this.client = new S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      maxAttempts: 3,
      // the request's time-out ends with the headers of the answer, the socket's watches its body
      requestHandler: {
        connectionTimeout: 2_000,
        requestTimeout: 10_000,
        throwOnRequestTimeout: true,
        socketTimeout: silenceMs,
      },
    });
  }

  /** Makes the bucket where it is missing. */
  async prepare(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 404) throw error;
      await this.client.send(new CreateBucketCommand({ Bucket: this.bucket }));
    }
  }

  async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
  }

  /** Null where there is none. Throws ObjectTooLarge past `limit` bytes. */
  async get(key: string, limit = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    try {
      const { Body, ContentLength = 0 } = await this.client.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: key }),
      );
      if (!Body) return null;
      if (ContentLength > limit) {
        (Body as { destroy?: () => void }).destroy?.();
        throw new ObjectTooLarge(key);
      }
      return Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error instanceof ObjectTooLarge ? error : away(error);
    }
  }

  async put(key: string, body: Buffer, contentType: string): Promise<void> {
    const CacheControl = 'public, max-age=31536000, immutable';
    const object = { Bucket: this.bucket, Key: key, Body: body, ContentType: contentType, CacheControl };
    await this.client.send(new PutObjectCommand(object)).catch(throwAway);
  }

  /** Throws UNAVAILABLE also where there is nothing to copy. */
  async copy(from: string, to: string): Promise<void> {
    await this.client
      .send(new CopyObjectCommand({ Bucket: this.bucket, CopySource: `${this.bucket}/${from}`, Key: to }))
      .catch(throwAway);
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })).catch(throwAway);
  }

  /** At most `limit` objects under a prefix, with when they were stored. */
  async list(prefix: string, limit: number): Promise<{ key: string; storedAt: Date }[]> {
    const found: { key: string; storedAt: Date }[] = [];
    let token: string | undefined;
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: token }),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified) found.push({ key: Key, storedAt: LastModified });
      }
      token = page.NextContinuationToken;
    } while (token && found.length < limit);
    return found.slice(0, limit);
  }

  close(): void {
    this.client.destroy();
  }
}

const away = (cause: unknown): Error => Object.assign(unavailable('object-store'), { cause });

const throwAway = (cause: unknown): never => {
  throw away(cause);
};
