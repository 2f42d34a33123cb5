import { dirname } from 'node:path/posix';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type LocatedPicture, type LocatePicture, PICTURE_WIDTHS } from '@geodes/contracts';
import { AppError, LOGGER, type Logger, SingleFlight } from '@geodes/kit';
import { encodeVariant } from './encode.js';
import { ImageQueue } from './image-queue.js';
import { ObjectStore } from './object-store.js';
import { Picture, pictureId, Variant } from './picture.entity.js';

type StoredVariant = Pick<Variant, 'objectKey' | 'format' | 'bytes'>;
/** The width in pixels. */
type VariantChoice = Pick<Variant, 'format' | 'width'>;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FOREIGN_KEY_VIOLATION = '23503';

/** Locates the bytes of pictures, and creates each narrower copy once, on demand. */
@Injectable()
export class VariantService {
  private readonly creations = new SingleFlight<StoredVariant>();

  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly queue: ImageQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Locates the object for a request. A missing AVIF is created in the background; until then this returns the WebP, not
   * final. Throws NOT_FOUND, and UNAVAILABLE if the queue is full.
   */
  async locate({ path, width, format }: LocatePicture): Promise<LocatedPicture> {
    const id = pictureId(path);
    const picture = id && (await this.database.manager.findOneBy(Picture, { id }));
    if (!picture || picture.objectPath !== `/objects/${path}`) throw noSuchPicture();
    const choice = chooseVariant(picture, { width, format });
    if (!choice) return { key: picture.objectKey, contentType: picture.contentType, bytes: picture.bytes, final: true };
    const existing = await this.find(picture, choice);
    if (existing) return toLocated(existing, true);
    if (choice.format !== 'avif') return toLocated(await this.createOnce(picture, choice), true);
    this.createInBackground(picture, choice);
    const webp: VariantChoice = { ...choice, format: 'webp' };
    return toLocated((await this.find(picture, webp)) ?? (await this.createOnce(picture, webp)), false);
  }

  /** Creates a copy from the picture's bytes. Must run in a slot of ImageQueue; safe to run twice. */
  async create(picture: Picture, choice: VariantChoice, bytes: Buffer): Promise<StoredVariant> {
    const { format, width } = choice;
    const data = await encodeVariant(bytes, format, width);
    const objectKey = `${dirname(picture.objectKey)}/${width}.${format}`;
    await this.store.put(objectKey, data, `image/${format}`);
    const row = { pictureId: picture.id, format, width, objectKey, bytes: data.length };
    const insert = this.database.createQueryBuilder().insert().into(Variant).values(row).orIgnore();
    await insert.execute().catch(async (error: { code?: string }) => {
      // The sweep deleted the picture meanwhile. After another error, a row may have the object.
      if (error.code === FOREIGN_KEY_VIOLATION) await this.store.delete(objectKey).catch(() => undefined);
      throw error;
    });
    return row;
  }

  private find({ id }: Picture, { format, width }: VariantChoice): Promise<Variant | null> {
    return this.database.manager.findOneBy(Variant, { pictureId: id, format, width });
  }

  private createInBackground(picture: Picture, choice: VariantChoice): void {
    this.createOnce(picture, choice).catch((error: unknown) => {
      this.logger.warn({ picture: picture.id, ...choice, reason: String(error) }, 'variant not created');
    });
  }

  /** Concurrent callers share one creation of the same copy. No caller waits for an AVIF. */
  private createOnce(picture: Picture, choice: VariantChoice): Promise<StoredVariant> {
    return this.creations.run(`${picture.id}/${choice.width}.${choice.format}`, () => {
      const create = () => this.createFromStore(picture, choice);
      return choice.format === 'avif' ? this.queue.runInBackground(create) : this.queue.run(create);
    });
  }

  private async createFromStore(picture: Picture, choice: VariantChoice): Promise<StoredVariant> {
    const bytes = await this.store.get(picture.objectKey);
    if (!bytes) throw noSuchPicture();
    return this.create(picture, choice, bytes);
  }
}

/**
 * Chooses the copy for a request, of the next larger offered width; null for the picture itself, also if no width is
 * requested. Never enlarges: a request wider than the picture gets the picture's own width in the requested format.
 */
export const chooseVariant = (
  picture: Pick<Picture, 'width' | 'contentType'>,
  { width: requested, format }: Pick<LocatePicture, 'width' | 'format'>,
): VariantChoice | null => {
  if (requested === undefined) return null;
  const offered = PICTURE_WIDTHS.find((each) => each >= requested) ?? Math.max(...PICTURE_WIDTHS);
  const width = Math.min(offered, picture.width);
  if (format !== 'original') return { format, width };
  if (width === picture.width) return null;
  return { format: picture.contentType === 'image/webp' ? 'webp' : 'jpeg', width };
};

const toLocated = ({ objectKey, format, bytes }: StoredVariant, final: boolean): LocatedPicture => ({
  key: objectKey,
  contentType: `image/${format}`,
  bytes,
  final,
});

const noSuchPicture = () => new AppError('NOT_FOUND', 'There is no such picture.');
