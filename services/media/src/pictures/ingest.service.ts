import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { type IngestImage, type Picture as PictureReply, UPLOAD_LIMIT_BYTES } from '@geodes/contracts';
import { AppError, inTransaction, LOGGER, type Logger, SingleFlight } from '@geodes/kit';
import { checkContent } from '../check/check-content.js';
import { plainJpeg } from '../check/image-extents.js';
import { type Encoded, isLarge, placeholderOf, reEncode } from './encode.js';
import { ImageQueue } from './image-queue.js';
import { ObjectStore } from './object-store.js';
import { Picture, Upload } from './picture.entity.js';
import { UnfinishedObject } from './picture-sweep.js';
import { VariantService } from './variant.service.js';

/** Widths that a gallery page requests first, pixels. */
const PREPARED_WIDTHS = [320, 640, 960];

const EXTENSIONS = { jpeg: 'jpg', webp: 'webp' };

/** Ingests uploads: checks, re-encodes and stores the picture under a hash of its content, then deletes the upload. */
@Injectable()
export class IngestService {
  private readonly running = new SingleFlight<PictureReply>();

  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly queue: ImageQueue,
    private readonly variants: VariantService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Idempotent for a key, also concurrently. Throws UNSUPPORTED_IMAGE, TOO_LARGE, NOT_FOUND. */
  ingest(command: IngestImage): Promise<PictureReply> {
    return this.running.run(command.key, () => this.ingestOnce(command));
  }

  private async ingestOnce(command: IngestImage): Promise<PictureReply> {
    const { key } = command;
    const known = await this.database.manager.findOneBy(Upload, { key });
    if (known?.refusal) throw new AppError(known.refusal.code, known.refusal.message);
    if (known?.pictureId) {
      const picture = await this.database.manager.findOneBy(Picture, { id: known.pictureId });
      if (!picture) throw noSuchUpload();
      return toReply(picture);
    }
    try {
      // The bytes are fetched inside a slot, so waiting uploads need no memory. A large picture fetches them again.
      const picture = await this.queue.run(async () => {
        const bytes = await this.readUpload(key);
        return (await isLarge(bytes)) ? null : this.process(command, bytes);
      });
      return picture ?? (await this.queue.runLarge(async () => this.process(command, await this.readUpload(key))));
    } catch (error) {
      if (error instanceof AppError && (error.code === 'UNSUPPORTED_IMAGE' || error.code === 'TOO_LARGE')) {
        const { code, message, cause } = error;
        const reason = cause instanceof Error ? cause.message.slice(0, 200) : undefined;
        this.logger.info({ key, code, cause: reason }, 'upload refused');
        await this.recordOutcome({ key, pictureId: null, refusal: { code, message } });
      }
      throw error;
    }
  }

  private async readUpload(key: string): Promise<Buffer> {
    const upload = await this.store.get(key, UPLOAD_LIMIT_BYTES);
    if (!upload) throw noSuchUpload();
    return checkContent(upload) === 'jpeg' ? plainJpeg(upload) : upload;
  }

  private async process(command: IngestImage, bytes: Buffer): Promise<PictureReply> {
    const { key, variants = false, keepOriginal = false } = command;
    const encoded = await reEncode(bytes);
    const picture = await this.storePicture(key, encoded, keepOriginal);
    if (variants) await this.prepareVariants(picture, encoded.data);
    await this.recordOutcome({ key, pictureId: picture.id, refusal: null });
    return toReply(picture);
  }

  private async storePicture(incomingKey: string, encoded: Encoded, keepOriginal: boolean): Promise<Picture> {
    const { data, format, width, height } = encoded;
    const sha256 = createHash('sha256').update(data).digest('hex');
    const id = sha256.slice(0, 32);
    const existing = await this.renewExisting(id);
    if (existing) return existing;
    const file = `${id}.${EXTENSIONS[format]}`;
    // a folder per upload, so that the sweep never deletes an object that is being stored
    const folder = `pictures/${id}/${randomUUID().slice(0, 8)}`;
    const objectKey = `${folder}/${file}`;
    const originalKey = keepOriginal ? `${folder}/original` : null;
    const keys = originalKey ? [objectKey, originalKey] : [objectKey];
    const contentType = `image/${format}`;
    const placeholder = await placeholderOf(data);
    // for the sweep, if this process is killed or the database goes away before the picture has a row
    await this.database.manager.insert(
      UnfinishedObject,
      keys.map((key) => ({ key })),
    );
    try {
      await this.store.put(objectKey, data, contentType);
      if (originalKey) await this.store.copy(incomingKey, originalKey);
    } catch (error) {
      // leaves no object without a row if the store is full
      await this.deleteObjects(keys);
      throw error;
    }
    const place = { id, objectPath: `/objects/${file}`, objectKey, originalKey, incomingKey, sha256 };
    const row = { ...place, contentType, bytes: data.length, width, height, placeholder };
    const picture = await inTransaction(this.database, async (manager) => {
      await manager.createQueryBuilder().insert().into(Picture).values(row).orIgnore().execute();
      const stored = await manager.findOneByOrFail(Picture, { id });
      if (stored.objectKey === objectKey) await manager.delete(UnfinishedObject, { key: In(keys) });
      return stored;
    });
    if (picture.objectKey !== objectKey) {
      // a concurrent upload of the same picture was first
      await this.deleteObjects(keys);
    }
    return picture;
  }

  private async deleteObjects(keys: string[]): Promise<void> {
    for (const key of keys)
      await this.store.delete(key).catch((error: unknown) => {
        this.logger.warn({ key, reason: String(error) }, 'object not deleted');
      });
  }

  /** Returns the stored picture, if any, and restarts its retention time. */
  private async renewExisting(id: string): Promise<Picture | null> {
    await this.database.manager.update(Picture, { id }, { uploadedAt: () => 'now()', unusedSince: null });
    return this.database.manager.findOneBy(Picture, { id });
  }

  private async prepareVariants(picture: Picture, data: Buffer): Promise<void> {
    if (picture.state === 'prepared') return;
    const widths = new Set(PREPARED_WIDTHS.map((width) => Math.min(width, picture.width)));
    for (const width of widths) await this.variants.create(picture, { format: 'webp', width }, data);
    await this.database.manager.update(Picture, picture.id, { state: 'prepared' });
  }

  /** Records the outcome, then deletes the upload. If that fails, the sweep deletes it. */
  private async recordOutcome(outcome: Omit<Upload, 'createdAt'>): Promise<void> {
    await this.database.createQueryBuilder().insert().into(Upload).values(outcome).orIgnore().execute();
    await this.deleteObjects([outcome.key]);
  }
}

const toReply = ({ objectPath, width, height, placeholder }: Picture): PictureReply => ({
  objectPath,
  width,
  height,
  placeholder,
});

const noSuchUpload = () => new AppError('NOT_FOUND', 'There is no such upload. Please send the picture again.');
