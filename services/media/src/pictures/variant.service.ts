import { dirname } from 'node:path/posix';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LocatedPicture, LocatePicture } from '@geodes/contracts';
import { AppError, LOGGER, type Logger } from '@geodes/kit';
import { ObjectStore } from './object-store.js';
import { ImageQueue } from './image-queue.js';
import { encodeVariant } from './encode.js';
import { Picture } from './picture.entity.js';
import { pictureId, type VariantChoice, variantChoice } from './variant-choice.js';
import { Variant } from './variant.entity.js';

/** Says where the bytes of a picture are, and makes narrower copies of it, each once. */
@Injectable()
export class VariantService {
  private readonly running = new Map<string, Promise<Variant>>();

  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly work: ImageQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Throws NOT_FOUND, and UNAVAILABLE where too many copies are being made. An AVIF that is not there yet is made when
   * nobody waits; until then the answer is the WebP, not final.
   */
  async locate({ path, width, format }: LocatePicture): Promise<LocatedPicture> {
    const id = pictureId(path);
    const picture = id && (await this.database.manager.findOneBy(Picture, { id }));
    if (!picture || picture.objectPath !== `/objects/${path}`) throw noSuchPicture();
    const choice = variantChoice(picture, { width, format });
    if (!choice) return { key: picture.objectKey, contentType: picture.contentType, bytes: picture.bytes, final: true };
    const there = await this.find(picture, choice);
    if (there) return located(there, true);
    if (choice.format !== 'avif') return located(await this.makeOnce(picture, choice, 'now'), true);
    this.makeLater(picture, choice);
    const webp: VariantChoice = { ...choice, format: 'webp' };
    return located((await this.find(picture, webp)) ?? (await this.makeOnce(picture, webp, 'now')), false);
  }

  /** Makes a copy from the picture's bytes. To be called within a slot of ImageWork; safe to run twice. */
  async make(picture: Picture, choice: VariantChoice, bytes: Buffer): Promise<Variant> {
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

  private makeLater(picture: Picture, choice: VariantChoice): void {
    this.makeOnce(picture, choice, 'later').catch((error: unknown) => {
      this.logger.warn({ picture: picture.id, ...choice, reason: String(error) }, 'picture not made');
    });
  }

  /** Whoever asks meanwhile waits for the same copy. */
  private makeOnce(picture: Picture, choice: VariantChoice, when: 'now' | 'later'): Promise<Variant> {
    const name = `${picture.id}/${choice.width}.${choice.format}`;
    const running = this.running.get(name);
    if (running) return running;
    const started = this.work[when](() => this.makeFromStore(picture, choice))
      .then((made) => made ?? Promise.reject(new Error('there is too much to do')))
      .finally(() => this.running.delete(name));
    this.running.set(name, started);
    return started;
  }

  private async makeFromStore(picture: Picture, choice: VariantChoice): Promise<Variant> {
    const bytes = await this.store.get(picture.objectKey);
    if (!bytes) throw noSuchPicture();
    return this.make(picture, choice, bytes);
  }
}

const located = ({ objectKey, format, bytes }: Variant, final: boolean): LocatedPicture => ({
  key: objectKey,
  contentType: `image/${format}`,
  bytes,
  final,
});

const noSuchPicture = () => new AppError('NOT_FOUND', 'There is no such picture.');
