import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, unavailable } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import type { ByteRange } from './picture-request.js';

/** The client of S3 for pictures that are streamed to browsers. */
export const PICTURE_STREAMS = Symbol('PICTURE_STREAMS');

/** The smallest part that S3 takes, but for the last one. */
const PART_BYTES = 5 * 1024 * 1024;
/**
 * A browser that is gone must not keep its place for long, while one on a slow line gets the server's whole request
 * timeout. Longer than the client of S3 needs for a part, with one retry: the browser waits meanwhile.
 */
const IDLE_TIMEOUT_MS = 60_000;
const READ_TIMEOUT_MS = 15_000;
/** The longest a browser may read one picture: 10 MB at 300 kbit/s. */
const STREAM_TIMEOUT_MS = 5 * 60_000;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** The bucket of pictures. Methods throw UNAVAILABLE if the store does not respond, NOT_FOUND for an unknown key. */
@Injectable()
export class ObjectStore {
  constructor(
    private readonly s3: S3Client,
    @Inject(PICTURE_STREAMS) private readonly pictureStreams: S3Client,
    private readonly config: GatewayConfig,
  ) {}

  private get bucket(): string {
    return this.config.S3_BUCKET;
  }

  /** Throws if the store does not respond or has no such bucket. */
  async ping(): Promise<void> {
    await this.s3.send(new HeadBucketCommand({ Bucket: this.bucket }), { abortSignal: AbortSignal.timeout(2_500) });
  }

  /**
   * Stores a stream of unknown length, with at most one part in memory. Throws the stream's own error if it fails,
   * UNAVAILABLE if nothing arrives for a minute.
   */
  async put(key: string, bytes: Readable): Promise<void> {
    const upload = new Upload({
      client: this.s3,
      params: { Bucket: this.bucket, Key: key, Body: bytes },
      partSize: PART_BYTES,
      queueSize: 1,
    });
    const timer = setTimeout(() => void upload.abort(), IDLE_TIMEOUT_MS);
    bytes.on('readable', () => timer.refresh());
    try {
      await upload.done();
    } catch (error) {
      throw bytes.errored ?? unavailable('object-store', error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Deletes an object. Never throws: media deletes leftovers under incoming/ after a day. */
  async delete(key: string): Promise<void> {
    const abortSignal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const command = new DeleteObjectCommand({ Bucket: this.bucket, Key: key });
    await this.s3.send(command, { abortSignal }).catch(() => undefined);
  }

  /** Streams an object or a range of it, for at most five minutes. Throws UNAVAILABLE if no socket is free. */
  async stream(key: string, range?: ByteRange): Promise<Readable> {
    const body = await this.get(this.pictureStreams, key, range);
    const timer = setTimeout(() => body.destroy(), STREAM_TIMEOUT_MS);
    return body.once('close', () => clearTimeout(timer));
  }

  /** Reads a small object. */
  async read(key: string): Promise<Buffer> {
    const body = await this.get(this.s3, key);
    try {
      return await buffer(body);
    } catch (error) {
      throw unavailable('object-store', error);
    }
  }

  private async get(client: S3Client, key: string, range?: ByteRange): Promise<Readable> {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), READ_TIMEOUT_MS);
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range }), { abortSignal: abort.signal })
        .finally(() => clearTimeout(timer));
      return Body as Readable;
    } catch (error) {
      if (isMissing(error)) throw new AppError('NOT_FOUND', 'There is no such picture.');
      throw unavailable('object-store', error);
    }
  }
}
