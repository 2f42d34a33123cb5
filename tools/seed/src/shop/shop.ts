import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { AppError, type Bus } from '@geodes/kit';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Listing } from '../catalogue/listing.js';
import type { DemoShowcaseItem } from '../catalogue/showcase.js';
import type { SeedConfig } from '../config.js';

const TIMEOUT_MS = 90_000;
const PAUSE_MS = 500;

/** A refusal is final; other errors (a restarting service, an unavailable store) are transient. */
const isTransient = (error: unknown) => !(error instanceof AppError) || error.code === 'UNAVAILABLE';

/** Retries transient errors until the timeout, then throws the last one. `act` must be idempotent. */
async function withRetry<T>(act: () => Promise<T>): Promise<T> {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isTransient(error) || Date.now() + PAUSE_MS > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const IMPORT_TIMEOUT_MS = 20_000;

/** A listing and the pictures it has so far. */
export interface PicturedListing {
  listing: Listing;
  pictures: string[];
}

/** The seed's calls to catalog and media. Every call retries while a service is unavailable. */
export class Shop {
  constructor(private readonly bus: Bus) {}

  /** Returns whether any geode is on sale, reserved or sold. */
  async hasGeodes(): Promise<boolean> {
    const { total } = await withRetry(() => this.bus.call('catalog.list-inventory', { page: 1, limit: 1 }));
    return total > 0;
  }

  /** Imports at most 500 listings. Existing geodes stay unchanged. */
  async list(batch: PicturedListing[]): Promise<void> {
    const geodes = batch.map(({ listing: { design: _design, ...geode }, pictures }) => ({
      ...geode,
      imageUrls: pictures,
    }));
    await withRetry(() => this.bus.call('catalog.import-geodes', { geodes }, { timeoutMs: IMPORT_TIMEOUT_MS }));
  }

  /** Appends pictures to a geode, unless the owner has deleted it or changed its first picture. */
  async addPictures(id: string, [first, ...more]: string[]): Promise<void> {
    await withRetry(async () => {
      try {
        const { imageUrls } = await this.bus.call('catalog.get-geode', { id });
        const missing = more.filter((picture) => !imageUrls.includes(picture));
        if (imageUrls[0] !== first || missing.length === 0) return;
        await this.bus.call('catalog.update-geode', { id, changes: { imageUrls: [...imageUrls, ...missing] } });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    });
  }

  async show(demoItem: DemoShowcaseItem, images: string[]): Promise<void> {
    const { id, title, description, videoUrl, tier } = demoItem;
    const item = { id, title, description, videoUrl, tier, images };
    await withRetry(() => this.bus.call('catalog.create-showcase-item', item));
  }
}

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

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
