import type { OnApplicationShutdown } from '@nestjs/common';
import { AppError, unavailable } from '@geodes/kit';
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
import { tooLarge } from '../check/check-content.js';
import type { MediaConfig } from '../config.js';

type StoreConfig = Pick<MediaConfig, Extract<keyof MediaConfig, `S3_${string}`>>;

const TIMEOUTS = {
  /** From the start of a request to the headers of its response, milliseconds. */
  responseMs: 10_000,
  /** The longest gap between two parts of a response's body, milliseconds. */
  stallMs: 10_000,
  /** A request with a picture as its body, milliseconds: as long as the gateway waits, for a slow uplink. */
  putMs: 60_000,
};

/**
 * Reads and writes objects in the bucket, with timeouts and up to three tries per call. Throws UNAVAILABLE if the store
 * is unreachable, full, or refuses the request.
 */
export class ObjectStore implements OnApplicationShutdown {
  private readonly client: S3Client;
  private readonly uploads: S3Client;
  private readonly bucket: string;

  constructor(config: StoreConfig, timeouts: Partial<typeof TIMEOUTS> = {}) {
    const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
    const { responseMs, stallMs, putMs } = { ...TIMEOUTS, ...timeouts };
    // requestTimeout ends with the response headers; socketTimeout covers the body
    const createClient = (requestTimeout: number, socketTimeout: number) =>
      new S3Client({
        region: config.S3_REGION,
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
        ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
        maxAttempts: 3,
        requestHandler: { connectionTimeout: 2_000, requestTimeout, throwOnRequestTimeout: true, socketTimeout },
      });
    this.bucket = config.S3_BUCKET;
    this.client = createClient(responseMs, stallMs);
    // Node sees no progress of a body that it sends over TLS, so a short socketTimeout would end a slow upload.
    this.uploads = createClient(putMs, putMs);
  }

  /** Creates the bucket if it is missing. */
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

  /** Returns null if there is no such object. Throws TOO_LARGE over `maxBytes`. */
  async get(key: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    try {
      const { Body, ContentLength = 0 } = await this.client.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: key }),
      );
      if (!Body) return null;
      if (ContentLength > maxBytes) {
        (Body as { destroy?: () => void }).destroy?.();
        throw tooLarge();
      }
      return Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error instanceof AppError ? error : unavailable('object-store', error);
    }
  }

  async put(key: string, body: Buffer, contentType: string): Promise<void> {
    const CacheControl = 'public, max-age=31536000, immutable';
    const object = { Bucket: this.bucket, Key: key, Body: body, ContentType: contentType, CacheControl };
    await this.uploads.send(new PutObjectCommand(object)).catch(throwUnavailable);
  }

  /** Copies an object. Also throws UNAVAILABLE if there is no object `from`. */
  async copy(from: string, to: string): Promise<void> {
    await this.client
      .send(new CopyObjectCommand({ Bucket: this.bucket, CopySource: `${this.bucket}/${from}`, Key: to }))
      .catch(throwUnavailable);
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })).catch(throwUnavailable);
  }

  /** Lists at most `limit` objects under a prefix, and at most 1,000, with their time of storage. */
  async list(prefix: string, limit: number): Promise<{ key: string; storedAt: Date }[]> {
    const { Contents = [] } = await this.client
      .send(new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, MaxKeys: limit }))
      .catch(throwUnavailable);
    return Contents.flatMap(({ Key: key, LastModified: storedAt }) => (key && storedAt ? [{ key, storedAt }] : []));
  }

  onApplicationShutdown(): void {
    this.client.destroy();
    this.uploads.destroy();
  }
}

const throwUnavailable = (cause: unknown): never => {
  throw unavailable('object-store', cause);
};
