import { randomUUID } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { type Upload, UPLOAD_LIMIT_BYTES } from '@geodes/contracts';
import { AppError, badRequest, Bus } from '@geodes/kit';
import { readUploadedFile, uploadAborted } from '../http/request-body.js';
import { ObjectStore } from './object-store.js';

/** Each takes up to 10 MB of memory while it is stored. */
const MAX_CONCURRENT_UPLOADS = 4;
/** The bytes of waiting uploads are still in the browser. */
const MAX_WAITING = 100;
/** Media decodes large photographs one after the other. */
const INGEST_TIMEOUT_MS = 60_000;

const missing = () => badRequest({ field: 'file', reason: 'Please choose a picture to upload.' });

const notStored = (cause: AppError) => {
  const message = 'The picture could not be stored. Please try again in a moment.';
  return new AppError('UNAVAILABLE', message, cause.details, { cause });
};

/** Receives the owner's pictures: streams each to the object store, then has media check and encode it. */
@Injectable()
export class Uploads {
  private readonly queue = pLimit(MAX_CONCURRENT_UPLOADS);

  constructor(
    private readonly bus: Bus,
    private readonly objects: ObjectStore,
  ) {}

  /** Throws BAD_REQUEST without a file, TOO_LARGE from 10 MB, UNSUPPORTED_IMAGE, UNAVAILABLE. */
  async receive(request: FastifyRequest): Promise<Upload> {
    if (this.queue.pendingCount >= MAX_WAITING)
      throw new AppError('UNAVAILABLE', 'Too many uploads at once. Please try again in a moment.');
    return this.queue(() => this.receiveNow(request));
  }

  private async receiveNow(request: FastifyRequest): Promise<Upload> {
    // the page was closed while the upload waited
    if (request.socket.destroyed) throw uploadAborted(new Error('the browser is gone'));
    const file = await readUploadedFile(request, UPLOAD_LIMIT_BYTES);
    if (!file) throw missing();
    return this.store(file);
  }

  private async store({ file }: MultipartFile): Promise<Upload> {
    const key = `incoming/${randomUUID()}`;
    try {
      await this.objects.put(key, file);
      if (file.truncated) throw new AppError('TOO_LARGE', 'File size must be less than 10MB');
      const command = { key, variants: true, keepOriginal: true };
      const { objectPath } = await this.bus.call('media.ingest', command, { timeoutMs: INGEST_TIMEOUT_MS });
      return { objectPath };
    } catch (error) {
      await this.objects.delete(key);
      if (error === file.errored) throw uploadAborted(error);
      throw error instanceof AppError && error.code === 'UNAVAILABLE' ? notStored(error) : error;
    }
  }
}
