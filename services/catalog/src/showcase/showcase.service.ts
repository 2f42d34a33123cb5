import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import type {
  CreateShowcaseItem,
  ShowcaseItem as ShowcaseItemView,
  UpdateShowcaseItem,
  UpdateShowcaseItemBody,
} from '@geodes/contracts';
import { AppError, Bus, inTransaction, retried } from '@geodes/kit';
import { CHANGE_TIME } from '../geodes/geode.entity.js';
import { pictures } from '../geodes/pictures.js';
import { tellCatalog } from '../live/tell-live.js';
import { ShowcaseItem, showcaseItemView } from './showcase-item.entity.js';

const MOST_ITEMS = 1_000;

/** The owner's collection: display only, newest first. */
@Injectable()
export class ShowcaseService {
  constructor(
    @InjectRepository(ShowcaseItem) private readonly items: Repository<ShowcaseItem>,
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  async listShowcase(): Promise<ShowcaseItemView[]> {
    const found = await retried(() => this.items.find({ order: { createdAt: 'DESC', id: 'DESC' }, take: MOST_ITEMS }));
    return found.map(showcaseItemView);
  }

  /** Given an id that is there already it answers that item as it is. */
  async createItem({ id = randomUUID(), ...body }: CreateShowcaseItem): Promise<ShowcaseItemView> {
    const { title, description } = body;
    const fields = { title, description, images: [], videoUrl: null, tier: null, ...optionalFields(body) };
    const isNew = await inTransaction(this.database, async (manager) => {
      const insert = manager
        .createQueryBuilder()
        .insert()
        .into(ShowcaseItem)
        .values({ ...fields, id });
      const { raw } = await insert.orIgnore().returning('id').execute();
      if ((raw as unknown[]).length === 0) return false;
      await tellCatalog(manager, [id]);
      return true;
    });
    if (isNew) this.tell(id);
    return this.item(id).then(showcaseItemView);
  }

  /** Changes the fields it is given. Throws NOT_FOUND. */
  async updateItem({ id, changes }: UpdateShowcaseItem): Promise<ShowcaseItemView> {
    const before = await this.item(id);
    const { title = before.title, description = before.description } = withoutNull(changes);
    const wanted = { title, description, ...optionalFields(changes) };
    const changed = Object.entries(wanted).filter(
      ([field, value]) => !isDeepStrictEqual(value, before[field as keyof ShowcaseItem]),
    );
    if (changed.length === 0) return showcaseItemView(before);
    await inTransaction(this.database, async (manager) => {
      await manager.update(ShowcaseItem, id, { ...Object.fromEntries(changed), updatedAt: () => CHANGE_TIME });
      await tellCatalog(manager, [id]);
    });
    this.tell(id);
    return this.item(id).then(showcaseItemView);
  }

  /** Throws NOT_FOUND. */
  async deleteItem(id: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const { affected } = await manager.delete(ShowcaseItem, id);
      if (!affected) throw noSuchItem();
      await tellCatalog(manager, [id]);
    });
    this.tell(id);
  }

  private async item(id: string): Promise<ShowcaseItem> {
    const item = await retried(() => this.items.findOneBy({ id }));
    if (!item) throw noSuchItem();
    return item;
  }

  private tell(id: string): void {
    this.bus.emit('catalog.changed', { ids: [id] });
  }
}

/** The optional fields that were given; a blank video or tier counts as none. */
const optionalFields = ({ images, videoUrl, tier }: UpdateShowcaseItemBody): Partial<ShowcaseItem> => ({
  ...(images ? { images: pictures({ imageUrls: images }) } : {}),
  ...(videoUrl === undefined ? {} : { videoUrl: videoUrl?.trim() || null }),
  ...(tier === undefined ? {} : { tier: tier || null }),
});

/** An optional text that is null counts as not given. */
const withoutNull = ({ title, description }: UpdateShowcaseItemBody): { title?: string; description?: string } => ({
  title: title ?? undefined,
  description: description ?? undefined,
});

const noSuchItem = () => new AppError('NOT_FOUND', 'There is no such showcase item.');
