import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Encoding, matchesEtag, preferredEncoding } from './accept.js';

/** What is to be sent, before it is made ready. */
export interface Draft {
  status?: number;
  contentType: string;
  body: string;
}

/** A reply that only has to be written: serialised, with its ETag, compressed once for all who ask. */
export interface CachedResponse {
  status: number;
  contentType: string;
  body: Buffer;
  etag: string;
  encoded: Map<Encoding, Promise<Buffer>>;
  /** False once something newer has to be read; absent where the reply stays as it is. */
  isStill?: () => boolean;
}

/** Certainty where an event was lost: no reply is older than this, milliseconds. */
const LIFE_MS = 10_000;
const ENTRIES = 2_000;
/** Compressed forms count as much as the body itself. */
const BYTES = 16 * 1024 * 1024;
/** Smaller bodies do not gain from compression. */
const COMPRESS_FROM_BYTES = 1_000;

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
};

export const toCachedResponse = ({ status = 200, contentType, body }: Draft): CachedResponse => {
  const bytes = Buffer.from(body);
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { status, contentType, body: bytes, etag, encoded: new Map() };
};

export const json = (value: unknown): Draft => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/**
 * Keeps ready replies of public reads. Concurrent misses of one key share one read. `drop` forgets all of them, and a
 * read that began before it is neither kept nor joined by later requests.
 */
@Injectable()
export class ResponseCache {
  private readonly kept = new LRUCache<string, CachedResponse>({
    max: ENTRIES,
    maxSize: BYTES,
    sizeCalculation: ({ body }) => body.length * 2 + 1_000,
    ttl: LIFE_MS,
  });
  private reading = new Map<string, Promise<CachedResponse>>();

  /** What `read` throws is thrown to all who wait, and not kept. */
  async get(key: string, read: () => Promise<Draft>): Promise<CachedResponse> {
    const kept = this.kept.get(key);
    if (kept) return kept;
    const { reading } = this;
    const begun = reading.get(key) ?? this.read(key, read, reading);
    return begun;
  }

  private read(key: string, read: () => Promise<Draft>, reading: Map<string, Promise<CachedResponse>>) {
    const promise = (async () => {
      try {
        const ready = toCachedResponse(await read());
        if (reading === this.reading) {
          this.kept.set(key, ready);
          ready.isStill = () => this.kept.get(key) === ready;
        }
        return ready;
      } finally {
        reading.delete(key);
      }
    })();
    reading.set(key, promise);
    return promise;
  }

  drop(): void {
    this.kept.clear();
    this.reading = new Map();
  }
}

/** Answers with a ready reply: 304 where the browser has it, compressed where it takes that. */
export const sendCached = async (
  request: FastifyRequest,
  reply: FastifyReply,
  ready: CachedResponse,
): Promise<void> => {
  void reply.header('Cache-Control', 'no-cache').header('ETag', ready.etag).header('Vary', 'Accept-Encoding');
  if (ready.status === 200 && matchesEtag(request.headers['if-none-match'], ready.etag)) {
    void reply.code(304).send();
    return;
  }
  void reply.code(ready.status).type(ready.contentType);
  const { etag, isStill } = ready;
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (!encoding || ready.body.length < COMPRESS_FROM_BYTES) {
    if (isStill) request.replayable = { body: ready.body, etag, isStill };
    void reply.send(ready.body);
    return;
  }
  const compressed = ready.encoded.get(encoding) ?? compress[encoding](ready.body);
  ready.encoded.set(encoding, compressed);
  const body = await compressed;
  if (isStill) request.replayable = { body, etag, isStill };
  void reply.header('Content-Encoding', encoding).send(body);
};
