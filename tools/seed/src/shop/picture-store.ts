import { randomUUID } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Bus } from '@geodes/kit';
import type { SeedConfig } from '../config.js';
import { withRetry } from './retry.js';

const INGEST_TIMEOUT_MS = 30_000;

/** Stores pictures like uploads: first in the object store, then through the media service. */
export class PictureStore {
  private readonly s3: S3Client;
  private readonly bucket: string;

  constructor(
    private readonly bus: Bus,
    config: SeedConfig,
  ) {
    const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
    this.bucket = config.S3_BUCKET;
    this.s3 = new S3Client({
      region: config.S3_REGION,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    });
  }

  /**
   * Stores a picture and returns the object path. `variants` makes media prepare the widths that pages need first.
   * Idempotent: equal bytes get the same path.
   */
  storePicture(jpeg: Uint8Array, variants: boolean): Promise<string> {
    return withRetry(async () => {
      const key = `incoming/seed-${randomUUID()}`;
      await this.s3.send(
        new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: jpeg, ContentType: 'image/jpeg' }),
      );
      const { objectPath } = await this.bus.call('media.ingest', { key, variants }, { timeoutMs: INGEST_TIMEOUT_MS });
      return objectPath;
    });
  }

  close(): void {
    this.s3.destroy();
  }
}
