import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type IngestImage, type Picture as PictureReply, UPLOAD_LIMIT_BYTES } from '@geodes/contracts';
import { AppError, LOGGER, type Logger } from '@geodes/kit';
import { checkContent, tooLarge } from '../check/check-content.js';
import { ObjectStore, ObjectTooLarge } from './object-store.js';
import { ImageQueue } from './image-queue.js';
import { type Encoded, isLarge, placeholderOf, reEncode } from './encode.js';
import { Picture } from './picture.entity.js';
import { Upload } from './upload.entity.js';
import { VariantService } from './variant.service.js';

/** Widths that a gallery page asks for first, pixels. */
const USUAL_WIDTHS = [320, 640, 960];

const EXTENSIONS = { jpeg: 'jpg', webp: 'webp' };

/** Takes uploads in: check, re-encode, store under a name made of the content, forget the upload. */
@Injectable()
export class IngestService {
  private readonly running = new Map<string, Promise<PictureReply>>();

  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly work: ImageQueue,
    private readonly variants: VariantService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws UNSUPPORTED_IMAGE, TOO_LARGE, NOT_FOUND. The same key again, also meanwhile, gets the same answer. */
  ingest(command: IngestImage): Promise<PictureReply> {
    const { key } = command;
    const running = this.running.get(key);
    if (running) return running;
    const started = this.answer(command).finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  private async answer({ key, variants = false, keepOriginal = false }: IngestImage): Promise<PictureReply> {
    const known = await this.database.manager.findOneBy(Upload, { key });
    if (known?.refusal) throw new AppError(known.refusal.code, known.refusal.message);
    if (known?.pictureId) {
      const picture = await this.database.manager.findOneBy(Picture, { id: known.pictureId });
      if (!picture) throw noSuchUpload();
      return view(picture);
    }
    try {
      // The bytes are fetched in the slot: what waits for one costs no memory.
      return await this.work.now(() => this.takeIn(key, variants, keepOriginal));
    } catch (error) {
      if (error instanceof AppError && (error.code === 'UNSUPPORTED_IMAGE' || error.code === 'TOO_LARGE')) {
        this.logger.info({ key, code: error.code, cause: reasonOf(error) }, 'upload refused');
        const { code, message } = error;
        await this.settle({ key, pictureId: null, refusal: { code, message } });
      }
      throw error;
    }
  }

  private async takeIn(key: string, withVariants: boolean, keepOriginal: boolean): Promise<PictureReply> {
    const bytes = await this.store.get(key, UPLOAD_LIMIT_BYTES).catch((error: unknown) => {
      throw error instanceof ObjectTooLarge ? tooLarge() : error;
    });
    if (!bytes) throw noSuchUpload();
    checkContent(bytes);
    const encoded = (await isLarge(bytes)) ? await this.work.alone(() => reEncode(bytes)) : await reEncode(bytes);
    const picture = await this.keep(key, encoded, keepOriginal);
    if (withVariants) await this.prepare(picture, encoded.data);
    await this.settle({ key, pictureId: picture.id, refusal: null });
    return view(picture);
  }

  private async keep(incomingKey: string, encoded: Encoded, keepOriginal: boolean): Promise<Picture> {
    const { data, format, width, height } = encoded;
    const sha256 = createHash('sha256').update(data).digest('hex');
    const id = sha256.slice(0, 32);
    const present = await this.sentAgain(id);
    if (present) return present;
    const file = `${id}.${EXTENSIONS[format]}`;
    // A folder for each time it comes in: what the sweep deletes is never what is being stored.
    const folder = `pictures/${id}/${randomUUID().slice(0, 8)}`;
    const objectKey = `${folder}/${file}`;
    const originalKey = keepOriginal ? `${folder}/original` : null;
    const contentType = `image/${format}`;
    const placeholder = await placeholderOf(data);
    try {
      await this.store.put(objectKey, data, contentType);
      if (originalKey) await this.store.copy(incomingKey, originalKey);
    } catch (error) {
      // a full store keeps nothing that nobody knows of
      await this.forget([objectKey, originalKey]);
      throw error;
    }
    const place = { id, objectPath: `/objects/${file}`, objectKey, originalKey, incomingKey, sha256 };
    const row = { ...place, contentType, bytes: data.length, width, height, placeholder };
    await this.database.createQueryBuilder().insert().into(Picture).values(row).orIgnore().execute();
    const picture = await this.database.manager.findOneByOrFail(Picture, { id });
    if (picture.objectKey !== objectKey) {
      // Sent twice at the same time: the other one was first.
      await this.forget([objectKey, originalKey]);
    }
    return picture;
  }

  private async forget(keys: (string | null)[]): Promise<void> {
    for (const key of keys)
      if (key)
        await this.store.delete(key).catch((error: unknown) => {
          this.logger.warn({ key, reason: String(error) }, 'object not deleted');
        });
  }

  /** A picture that is there already counts as new for the sweep. */
  private async sentAgain(id: string): Promise<Picture | null> {
    await this.database.manager.update(Picture, { id }, { uploadedAt: () => 'now()', unusedSince: null });
    return this.database.manager.findOneBy(Picture, { id });
  }

  private async prepare(picture: Picture, data: Buffer): Promise<void> {
    if (picture.state === 'prepared') return;
    const widths = new Set(USUAL_WIDTHS.map((width) => Math.min(width, picture.width)));
    for (const width of widths) await this.variants.make(picture, { format: 'webp', width }, data);
    await this.database.manager.update(Picture, picture.id, { state: 'prepared' });
  }

  /** Remembers the outcome, then forgets the object; where that fails the sweep takes it. */
  private async settle(outcome: Omit<Upload, 'createdAt'>): Promise<void> {
    await this.database.createQueryBuilder().insert().into(Upload).values(outcome).orIgnore().execute();
    await this.store.delete(outcome.key).catch((error: unknown) => {
      this.logger.warn({ key: outcome.key, reason: String(error) }, 'upload not deleted yet');
    });
  }
}

const view = ({ objectPath, width, height, placeholder }: Picture): PictureReply => ({
  objectPath,
  width,
  height,
  placeholder,
});

const noSuchUpload = () => new AppError('NOT_FOUND', 'There is no such upload. Please send the picture again.');

const reasonOf = ({ cause }: Error) => (cause instanceof Error ? cause.message.slice(0, 200) : undefined);
