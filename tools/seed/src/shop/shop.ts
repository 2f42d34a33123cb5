import { AppError, type Bus } from '@geodes/kit';
import type { Listing } from '../catalogue/listing.js';
import type { DemoShowcaseItem } from '../catalogue/showcase.js';
import { withRetry } from './retry.js';

const START_TIMEOUT_MS = 180_000;
const IMPORT_TIMEOUT_MS = 20_000;

/** A listing and the pictures it has so far. */
export interface PicturedListing {
  listing: Listing;
  pictures: string[];
}

/** The seed's calls to catalog and media. Every call retries while a service is unavailable. */
export class Shop {
  constructor(private readonly bus: Bus) {}

  /** Waits for catalog and media. Throws UNAVAILABLE after three minutes. */
  async waitUntilReady(): Promise<void> {
    await withRetry(() => this.bus.call('catalog.list-inventory', { page: 1, limit: 1 }), START_TIMEOUT_MS);
    const unknown = () => this.bus.call('media.locate', { path: 'unknown', format: 'original' });
    await withRetry(unknown, START_TIMEOUT_MS).catch((error: unknown) => {
      if (!isMissing(error)) throw error; // media responded: the picture does not exist
    });
  }

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
