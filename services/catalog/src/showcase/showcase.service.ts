import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { isURL } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type CreateShowcaseItem,
  type HistoryPage,
  type ListAuditEntries,
  type ShowcaseItem as ShowcaseItemView,
  type UpdateShowcaseItem,
  type UpdateShowcaseItemBody,
  VIDEO_HOSTS,
} from '@geodes/contracts';
import { AppError, Bus, inTransaction, withRetry } from '@geodes/kit';
import { type KnownFields, listAuditEntries, appendAuditEntry } from '@geodes/kit/audit-log';
import { CHANGE_TIME } from '../geodes/geode.entity.js';
import { pictures } from '../geodes/pictures.js';
import { queueCatalogChange } from '../live/queue-live-events.js';
import { ShowcaseItem, showcaseItemView } from './showcase-item.entity.js';

const MAX_ITEMS = 1_000;

/** The owner's collection: display only, newest first. */
@Injectable()
export class ShowcaseService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  async listShowcase(): Promise<ShowcaseItemView[]> {
    const items = this.database.getRepository(ShowcaseItem);
    const found = await withRetry(() => items.find({ order: { createdAt: 'DESC', id: 'DESC' }, take: MAX_ITEMS }));
    return found.map(showcaseItemView);
  }

  /** Given an id that is there already it answers that item as it is. Throws BAD_REQUEST for a film of another host. */
  async createItem({ id = randomUUID(), ...body }: CreateShowcaseItem): Promise<ShowcaseItemView> {
    const { title, description } = body;
    refuseOtherFilms(body.videoUrl, null);
    const fields = { title, description, images: [], videoUrl: null, tier: null, ...optionalFields(body) };
    const { item, isNew } = await inTransaction(this.database, async (manager) => {
      const insert = manager.createQueryBuilder().insert().into(ShowcaseItem);
      const { raw } = await insert
        .values({ ...fields, id })
        .orIgnore()
        .returning('id')
        .execute();
      const item = await manager.findOneByOrFail(ShowcaseItem, { id });
      const isNew = (raw as unknown[]).length > 0;
      const after = historyFields(item);
      if (isNew) {
        await appendAuditEntry(manager, {
          entity: 'showcase-item',
          entityId: id,
          action: 'created',
          before: null,
          after,
        });
        await queueCatalogChange(manager, [id]);
      }
      return { item, isNew };
    });
    if (isNew) this.tell(id);
    return showcaseItemView(item);
  }

  /** Changes the fields it is given. Throws NOT_FOUND, BAD_REQUEST for a new film of another host. */
  async updateItem({ id, changes }: UpdateShowcaseItem): Promise<ShowcaseItemView> {
    const { item, isChanged } = await inTransaction(this.database, async (manager) => {
      const before = await locked(manager, id);
      refuseOtherFilms(changes.videoUrl, before.videoUrl);
      const { title = before.title, description = before.description } = withoutNull(changes);
      const wanted = { title, description, ...optionalFields(changes) };
      const changed = Object.entries(wanted).filter(
        ([field, value]) => !isDeepStrictEqual(value, before[field as keyof ShowcaseItem]),
      );
      if (changed.length === 0) return { item: before, isChanged: false };
      await manager.update(ShowcaseItem, id, { ...Object.fromEntries(changed), updatedAt: () => CHANGE_TIME });
      const item = await manager.findOneByOrFail(ShowcaseItem, { id });
      await appendAuditEntry(manager, {
        entity: 'showcase-item',
        entityId: id,
        action: 'edited',
        before: historyFields(before),
        after: historyFields(item),
      });
      await queueCatalogChange(manager, [id]);
      return { item, isChanged: true };
    });
    if (isChanged) this.tell(id);
    return showcaseItemView(item);
  }

  /** Throws NOT_FOUND. */
  async deleteItem(id: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const before = historyFields(await locked(manager, id));
      await manager.delete(ShowcaseItem, id);
      await appendAuditEntry(manager, {
        entity: 'showcase-item',
        entityId: id,
        action: 'deleted',
        before,
        after: null,
      });
      await queueCatalogChange(manager, [id]);
    });
    this.tell(id);
  }

  /** What the owner did to an item, newest first; also to one that is deleted. */
  listChanges(query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'showcase-item', query);
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

const VIDEO_WORDS = 'Video URL must be the address of a YouTube or Vimeo video.';
const FILM = { protocols: ['https', 'http'], host_whitelist: [...VIDEO_HOSTS], disallow_auth: true };

/** The rule of the owner's form: what is there may stay, anything new is a film that can be shown. */
const refuseOtherFilms = (wanted: string | null | undefined, present: string | null): void => {
  const address = wanted?.trim() ?? '';
  if (address === '' || address === present || isURL(address, FILM)) return;
  throw new AppError('BAD_REQUEST', VIDEO_WORDS, [{ field: 'videoUrl', reason: VIDEO_WORDS }]);
};

/** An optional text that is null counts as not given. */
const withoutNull = ({ title, description }: UpdateShowcaseItemBody): { title?: string; description?: string } => ({
  title: title ?? undefined,
  description: description ?? undefined,
});

/** Throws NOT_FOUND. */
const locked = async (manager: EntityManager, id: string): Promise<ShowcaseItem> => {
  const item = await manager.findOne(ShowcaseItem, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!item) throw noSuchItem();
  return item;
};

const historyFields = ({ title, description, images, videoUrl, tier }: ShowcaseItem): KnownFields => ({
  title,
  description,
  images,
  videoUrl,
  tier,
});

const noSuchItem = () => new AppError('NOT_FOUND', 'There is no such showcase item.');
