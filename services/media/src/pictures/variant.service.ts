import { dirname } from 'node:path/posix';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LocatedPicture, LocatePicture } from '@geodes/contracts';
import { AppError, LOGGER, type Logger, SingleFlight } from '@geodes/kit';
import { encodeVariant } from './encode.js';
import { ImageQueue } from './image-queue.js';
import { ObjectStore } from './object-store.js';
import { Picture } from './picture.entity.js';
import { chooseVariant, pictureId, type VariantChoice } from './variant-choice.js';
import { Variant } from './variant.entity.js';

/** Locates the bytes of pictures, and creates each narrower copy once, on demand. */
@Injectable()
export class VariantService {
  private readonly creations = new SingleFlight<Variant>();

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
  async create(picture: Picture, choice: VariantChoice, bytes: Buffer): Promise<Variant> {
    const { format, width } = choice;
    const data = await encodeVariant(bytes, format, width);
    const objectKey = `${dirname(picture.objectKey)}/${width}.${format}`;
    await this.store.put(objectKey, data, `image/${format}`);
    const row = { pictureId: picture.id, format, width, objectKey, bytes: data.length };
    await this.database.createQueryBuilder().insert().into(Variant).values(row).orIgnore().execute();
    return (await this.find(picture, choice)) ?? Object.assign(new Variant(), row);
  }

  private find({ id }: Picture, { format, width }: VariantChoice): Promise<Variant | null> {
    return this.database.manager.findOneBy(Variant, { pictureId: id, format, width });
  }

  private createInBackground(picture: Picture, choice: VariantChoice): void {
    this.createOnce(picture, choice, 'runInBackground').catch((error: unknown) => {
      this.logger.warn({ picture: picture.id, ...choice, reason: String(error) }, 'variant not created');
    });
  }

  /** Concurrent callers share one creation of the same copy. */
  private createOnce(
    picture: Picture,
    choice: VariantChoice,
    method: 'run' | 'runInBackground' = 'run',
  ): Promise<Variant> {
    return this.creations.run(`${picture.id}/${choice.width}.${choice.format}`, async () => {
      const created = await this.queue[method](() => this.createFromStore(picture, choice));
      if (!created) throw new Error('the queue is full');
      return created;
    });
  }

  private async createFromStore(picture: Picture, choice: VariantChoice): Promise<Variant> {
    const bytes = await this.store.get(picture.objectKey);
    if (!bytes) throw noSuchPicture();
    return this.create(picture, choice, bytes);
  }
}

const toLocated = ({ objectKey, format, bytes }: Variant, final: boolean): LocatedPicture => ({
  key: objectKey,
  contentType: `image/${format}`,
  bytes,
  final,
});

const noSuchPicture = () => new AppError('NOT_FOUND', 'There is no such picture.');
