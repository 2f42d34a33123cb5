import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { isURL } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type AuditAction,
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
import { queueCatalogChange } from '../live/live.service.js';
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
      if (isNew) await recordChange(manager, id, 'created', null, historyFields(item));
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
      await recordChange(manager, id, 'edited', historyFields(before), historyFields(item));
      return { item, isChanged: true };
    });
    if (isChanged) this.emitChanged(id);
    return showcaseItemView(item);
  }

  /** Throws NOT_FOUND. */
  async deleteItem(id: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const item = await lockItem(manager, id);
      await manager.delete(ShowcaseItem, id);
      await recordChange(manager, id, 'deleted', historyFields(item), null);
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
  if (!item) throw new AppError('NOT_FOUND', 'There is no such showcase item.');
  return item;
};

/** Records a change in the item's history, and queues its live event. */
const recordChange = async (
  manager: EntityManager,
  entityId: string,
  action: AuditAction,
  before: KnownFields | null,
  after: KnownFields | null,
): Promise<void> => {
  await appendAuditEntry(manager, { entity: 'showcase-item', entityId, action, before, after });
  await queueCatalogChange(manager, [entityId]);
};

const historyFields = ({ title, description, images, videoUrl, tier }: ShowcaseItem): KnownFields => ({
  title,
  description,
  images,
  videoUrl,
  tier,
});
