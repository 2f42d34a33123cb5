import { randomUUID } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { type Upload, UPLOAD_LIMIT_BYTES } from '@geodes/contracts';
import { AppError, badRequest, Bus } from '@geodes/kit';
import { broken, readUploadedFile } from '../http/uploaded-file.js';
import { ObjectStore } from './object-store.js';

/** In hand at once: each holds up to 10 MB while it is stored. */
const AT_ONCE = 4;
/** These wait with their bytes still in the browser. */
const MAX_WAITING = 100;
/** Several large photographs are decoded one after the other. */
const INGEST_TIMEOUT_MS = 60_000;

const missing = () => badRequest({ field: 'file', reason: 'Please choose a picture to upload.' });

const notStored = (cause: AppError) => {
  const message = 'The picture could not be stored. Please try again in a moment.';
  return Object.assign(new AppError('UNAVAILABLE', message, cause.details), { cause });
};

/** Takes the owner's picture: stored as it comes in, then checked and made ready by the media service. */
@Injectable()
export class Uploads {
  private readonly turns = pLimit(AT_ONCE);

  constructor(
    private readonly bus: Bus,
    private readonly store: ObjectStore,
  ) {}

  /** Throws BAD_REQUEST without a file, TOO_LARGE over 10 MB, UNSUPPORTED_IMAGE, UNAVAILABLE. */
  async take(request: FastifyRequest): Promise<Upload> {
    if (this.turns.pendingCount >= MAX_WAITING)
      throw new AppError('UNAVAILABLE', 'Too many uploads at once. Please try again in a moment.');
    return this.turns(() => this.takeNow(request));
  }

  private async takeNow(request: FastifyRequest): Promise<Upload> {
    // Whoever left the queue by closing the page costs nothing.
    if (request.socket.destroyed) throw broken(new Error('the browser is gone'));
    const file = await readUploadedFile(request, UPLOAD_LIMIT_BYTES);
    if (!file) throw missing();
    return this.keep(file);
  }

  private async keep({ file }: MultipartFile): Promise<Upload> {
    const key = `incoming/${randomUUID()}`;
    try {
      await this.store.put(key, file);
      if (file.truncated) throw new AppError('TOO_LARGE', 'File size must be less than 10MB');
      const command = { key, variants: true, keepOriginal: true };
      const { objectPath } = await this.bus.call('media.ingest', command, { timeoutMs: INGEST_TIMEOUT_MS });
      return { objectPath };
    } catch (error) {
      await this.store.forget(key);
      if (error === file.errored) throw broken(error);
      throw error instanceof AppError && error.code === 'UNAVAILABLE' ? notStored(error) : error;
    }
  }
}
