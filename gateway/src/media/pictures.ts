import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { LocatedPicture, LocatePicture } from '@geodes/contracts';
import { AppError, Bus, SingleFlight } from '@geodes/kit';
import { ObjectStore } from './object-store.js';
import type { ByteRange } from './picture-request.js';

/** Larger pictures are streamed, not cached. */
export const MAX_CACHED_PICTURE_BYTES = 1024 * 1024;
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 5_000;
const LOCATION_TTL_MS = 60 * 60 * 1000;
/** Media may encode the variant during the call. */
const LOCATE_TIMEOUT_MS = 15_000;

/** Locates pictures and caches the small ones. A picture never changes under its path. */
@Injectable()
export class Pictures {
  private readonly located = new LRUCache<string, LocatedPicture>({ max: MAX_ENTRIES, ttl: LOCATION_TTL_MS });
  private readonly bytes = new LRUCache<string, Buffer>({
    max: MAX_ENTRIES,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 200,
  });
  private readonly locating = new SingleFlight<LocatedPicture>();
  private readonly reading = new SingleFlight<Buffer>();

  constructor(
    private readonly bus: Bus,
    private readonly store: ObjectStore,
  ) {}

  /** Returns where a picture is stored. Throws NOT_FOUND for an unknown picture. */
  locate(variant: LocatePicture): Promise<LocatedPicture> {
    const key = keyOf(variant);
    const cached = this.located.get(key);
    if (cached) return Promise.resolve(cached);
    return this.locating.run(key, async () => {
      const found = await this.bus.call('media.locate', variant, { timeoutMs: LOCATE_TIMEOUT_MS });
      if (found.final) this.located.set(key, found);
      return found;
    });
  }

  /** True while `locate` returns this picture from its cache. */
  isFresh(variant: LocatePicture, picture: LocatedPicture): boolean {
    return this.located.get(keyOf(variant)) === picture;
  }

  /** Reads a picture of at most MAX_CACHED_PICTURE_BYTES. */
  async read({ key }: LocatedPicture): Promise<Buffer> {
    const cached = this.bytes.get(key);
    if (cached) return cached;
    return this.reading.run(key, async () => {
      const bytes = await this.store.read(key).catch((error: unknown) => this.relocate(error));
      this.bytes.set(key, bytes);
      return bytes;
    });
  }

  /** Streams a larger picture. */
  stream({ key }: LocatedPicture, range?: ByteRange): Promise<Readable> {
    return this.store.stream(key, range).catch((error: unknown) => this.relocate(error));
  }

  /** Clears the cached locations: media deletes unused variants and may store them again under another key. */
  private relocate(error: unknown): never {
    if (error instanceof AppError && error.code === 'NOT_FOUND') this.located.clear();
    throw error;
  }
}

const keyOf = ({ format, width, path }: LocatePicture): string => `${format} ${width ?? ''} ${path}`;
