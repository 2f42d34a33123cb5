import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { LocatedPicture, LocatePicture } from '@geodes/contracts';
import { AppError, Bus } from '@geodes/kit';
import { ObjectStore } from './object-store.js';
import type { ByteRange } from './picture-request.js';

/** Larger pictures are streamed, not kept. */
export const KEPT_UP_TO_BYTES = 1024 * 1024;
const KEPT_BYTES = 64 * 1024 * 1024;
const LOCATED_ENTRIES = 5_000;
const LOCATED_LIFE_MS = 60 * 60 * 1000;
/** Making a variant that was never asked for takes a moment. */
const LOCATE_TIMEOUT_MS = 15_000;

/** Finds pictures and keeps the small ones that are asked for often. Pictures never change under their path. */
@Injectable()
export class Pictures {
  private readonly located = new LRUCache<string, LocatedPicture>({ max: LOCATED_ENTRIES, ttl: LOCATED_LIFE_MS });
  private readonly bytes = new LRUCache<string, Buffer>({
    max: LOCATED_ENTRIES,
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length + 200,
  });
  private readonly locating = new Map<string, Promise<LocatedPicture>>();
  private readonly reading = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly bus: Bus,
    private readonly store: ObjectStore,
  ) {}

  /** Throws NOT_FOUND for an unknown picture. */
  locate(wish: LocatePicture): Promise<LocatedPicture> {
    const key = keyOf(wish);
    const known = this.located.get(key);
    if (known) return Promise.resolve(known);
    return shared(this.locating, key, async () => {
      const found = await this.bus.call('media.locate', wish, { timeoutMs: LOCATE_TIMEOUT_MS });
      if (found.final) this.located.set(key, found);
      return found;
    });
  }

  /** True while this is what `locate` answers, without asking anybody. */
  isStill(wish: LocatePicture, picture: LocatedPicture): boolean {
    return this.located.get(keyOf(wish)) === picture;
  }

  /** All bytes of a picture of at most KEPT_UP_TO_BYTES. */
  async read({ key }: LocatedPicture): Promise<Buffer> {
    const known = this.bytes.get(key);
    if (known) return known;
    return shared(this.reading, key, async () => {
      const bytes = await this.store.read(key).catch((error: unknown) => this.mislaid(error));
      this.bytes.set(key, bytes);
      return bytes;
    });
  }

  /** The bytes of a larger one as they come. */
  stream({ key }: LocatedPicture, range?: ByteRange): Promise<Readable> {
    return this.store.stream(key, range).catch((error: unknown) => this.mislaid(error));
  }

  /** A picture that nothing used was swept: it may be somewhere else by now. */
  private mislaid(error: unknown): never {
    if (error instanceof AppError && error.code === 'NOT_FOUND') this.located.clear();
    throw error;
  }
}

const keyOf = ({ format, width, path }: LocatePicture): string => `${format} ${width ?? ''} ${path}`;

/** One piece of work for all who ask for it at the same time. */
const shared = <T>(inHand: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> => {
  const begun = inHand.get(key);
  if (begun) return begun;
  const promise = work().finally(() => inHand.delete(key));
  inHand.set(key, promise);
  return promise;
};
