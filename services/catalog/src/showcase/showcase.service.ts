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
import { AppError, badRequest, Bus, inTransaction, withRetry } from '@geodes/kit';
import { type KnownFields, listAuditEntries, appendAuditEntry } from '@geodes/kit/audit-log';
import { CHANGE_TIME } from '../geodes/geode.entity.js';
import { pictures } from '../geodes/pictures.js';
import { queueCatalogChange } from '../live/queue-live-events.js';
import { ShowcaseItem, showcaseItemView } from './showcase-item.entity.js';

const MAX_ITEMS = 1_000;

/** Lists, creates, edits and deletes the owner's showcase items. */
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

  /** Creates an item, or returns the existing one if the id exists. Throws BAD_REQUEST for a video of another host. */
  async createItem({ id = randomUUID(), ...body }: CreateShowcaseItem): Promise<ShowcaseItemView> {
    const { title, description } = body;
    checkVideoHost(body.videoUrl, null);
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
    if (isNew) this.emitChanged(id);
    return showcaseItemView(item);
  }

  /** Changes the fields that the edit has. Throws NOT_FOUND, and BAD_REQUEST for a new video of another host. */
  async updateItem({ id, changes }: UpdateShowcaseItem): Promise<ShowcaseItemView> {
    const { item, isChanged } = await inTransaction(this.database, async (manager) => {
      const before = await lockItem(manager, id);
      checkVideoHost(changes.videoUrl, before.videoUrl);
      const { title = before.title, description = before.description } = changes;
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
    if (isChanged) this.emitChanged(id);
    return showcaseItemView(item);
  }

  /** Throws NOT_FOUND. */
  async deleteItem(id: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const before = historyFields(await lockItem(manager, id));
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
    this.emitChanged(id);
  }

  /** Lists the owner's changes to an item, newest first, even if the item is deleted. */
  listChanges(query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'showcase-item', query);
  }

  private emitChanged(id: string): void {
    this.bus.emit('catalog.changed', { ids: [id] });
  }
}

/** Returns the optional fields that the form has. A blank video or tier becomes null. */
const optionalFields = ({ images, videoUrl, tier }: UpdateShowcaseItemBody): Partial<ShowcaseItem> => ({
  ...(images ? { images: pictures({ imageUrls: images }) } : {}),
  ...(videoUrl === undefined ? {} : { videoUrl: videoUrl?.trim() || null }),
  ...(tier === undefined ? {} : { tier: tier || null }),
});

const VIDEO_HOST_REASON = 'Video URL must be the address of a YouTube or Vimeo video.';
const VIDEO_URL = { protocols: ['https', 'http'], host_whitelist: [...VIDEO_HOSTS], disallow_auth: true };

/** Throws BAD_REQUEST for a video of another host. An existing one may stay: it may be older than the rule. */
const checkVideoHost = (wanted: string | null | undefined, present: string | null): void => {
  const url = wanted?.trim() ?? '';
  if (url === '' || url === present || isURL(url, VIDEO_URL)) return;
  throw badRequest({ field: 'videoUrl', reason: VIDEO_HOST_REASON });
};

/** Throws NOT_FOUND. */
const lockItem = async (manager: EntityManager, id: string): Promise<ShowcaseItem> => {
  const item = await manager.findOne(ShowcaseItem, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!item) throw itemNotFound();
  return item;
};

const historyFields = ({ title, description, images, videoUrl, tier }: ShowcaseItem): KnownFields => ({
  title,
  description,
  images,
  videoUrl,
  tier,
});

const itemNotFound = () => new AppError('NOT_FOUND', 'There is no such showcase item.');
