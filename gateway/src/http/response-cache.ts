import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, SingleFlight } from '@geodes/kit';
import { type Encoding, matchesEtag, preferredEncoding } from './accept.js';

/** A response before it is serialised for the cache. */
export interface Draft {
  status?: number;
  contentType: string;
  body: string;
}

/** A response that is ready to send: serialised, with its ETag, and compressed at most once per encoding. */
export interface CachedResponse {
  status: number;
  contentType: string;
  body: Buffer;
  etag: string;
  compressed: Map<Encoding, Buffer>;
  /** False once the response is no longer cached; absent if it never changes. */
  isFresh?: () => boolean;
}

/** Bounds the age of a response if a `catalog.changed` event gets lost. */
const TTL_MS = 10_000;
const MAX_ENTRIES = 2_000;
/** Compressed copies are counted at the size of the body. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Keys contain what visitors write into URLs. A response with a longer key is read each time. */
const MAX_KEY_LENGTH = 500;
const BYTES_PER_CHARACTER = 2;
/** A smaller body fits one network packet, compressed or not. */
const MIN_COMPRESSED_BYTES = 1_400;

const bytes = new Gauge({ name: 'shop_response_cache_bytes', help: 'Size of the cached responses and their keys' });
const longKeys = new Counter({
  name: 'shop_response_cache_long_keys_total',
  help: 'Public reads not cached because their query is too long',
});

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** Synchronous: for a page of geodes the thread pool costs more than the compression (0.1 ms). */
const compress: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, BROTLI),
  gzip: (body) => gzipSync(body),
};

export const toCachedResponse = ({ status = 200, contentType, body }: Draft): CachedResponse => {
  const bytes = Buffer.from(body);
  const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  return { status, contentType, body: bytes, etag, compressed: new Map() };
};

/** Compresses a large response in the thread pool, before it is sent. */
export const compressAhead = async ({ body, compressed }: CachedResponse): Promise<void> => {
  compressed.set('br', await promisify(brotliCompress)(body, BROTLI));
  compressed.set('gzip', await promisify(gzip)(body));
};

export const json = (value: unknown): Draft => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/**
 * Caches responses of public reads. Concurrent misses of one key share one read. A read that began before `clear` is
 * neither cached nor shared with later requests.
 */
@Injectable()
export class ResponseCache {
  private readonly cached = new LRUCache<string, CachedResponse>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length * 2 + key.length * BYTES_PER_CHARACTER + 1_000,
    ttl: TTL_MS,
  });
  private reads = new SingleFlight<CachedResponse>();

  /** Returns the cached response, or reads it. Rejects with the error of `read`, which is not cached. */
  async get(key: string, read: () => Promise<Draft>): Promise<CachedResponse> {
    if (key.length > MAX_KEY_LENGTH) {
      longKeys.inc();
      return toCachedResponse(await read());
    }
    const { reads } = this;
    const readAndCache = async () => {
      const response = toCachedResponse(await read());
      // a page of a geode that cannot be read is 503: the next visitor may read it
      if (reads === this.reads && response.status !== 503) {
        this.cached.set(key, response);
        bytes.set(this.cached.calculatedSize);
        response.isFresh = () => this.cached.get(key) === response;
      }
      return response;
    };
    return this.cached.get(key) ?? reads.run(key, readAndCache);
  }

  clear(): void {
    this.cached.clear();
    bytes.set(0);
    this.reads = new SingleFlight();
  }

  /** Clears the cache once a change is done or has failed: the owner's next read must not wait for the event. */
  async clearAfter<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      this.clear();
    }
  }
}

/** Sends a cached response: 304 if the client has it, compressed if the client accepts that. */
export const sendCached = (request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void => {
  void reply.header('Cache-Control', 'no-cache').header('ETag', response.etag).header('Vary', 'Accept-Encoding');
  if (response.status === 200 && matchesEtag(request.headers['if-none-match'], response.etag)) {
    void reply.code(304).send();
    return;
  }
  void reply.code(response.status).type(response.contentType);
  const { body: plain, compressed, etag, isFresh } = response;
  const isLarge = plain.length >= MIN_COMPRESSED_BYTES;
  const encoding = isLarge ? preferredEncoding(request.headers['accept-encoding']) : undefined;
  const body = encoding ? (compressed.get(encoding) ?? compress[encoding](plain)) : plain;
  if (encoding) {
    compressed.set(encoding, body);
    void reply.header('Content-Encoding', encoding);
  }
  if (isFresh) request.replayable = { body, etag, isFresh };
  void reply.send(body);
};
