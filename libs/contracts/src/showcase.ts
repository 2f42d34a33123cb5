import { Type } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { GEODE_FIELDS, TIERS, type Tier } from './geode-fields.js';
import { EntityId, ifGiven, mediaUrl, pictureUrls, trimmed, trimmedLines, uuid, type Nothing } from './text.js';
import type { HistoryPage, ListAuditEntries } from './audit-log.js';

/** Allowed hosts of video embeds. Other hosts are refused, because a frame can show any form to the visitor. */
export const VIDEO_HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
  'vimeo.com',
  'www.vimeo.com',
  'player.vimeo.com',
] as const;
export type VideoHost = (typeof VIDEO_HOSTS)[number];

/** A display-only item of the owner's collection. */
export interface ShowcaseItem {
  id: string;
  title: string;
  description: string;
  /** Object paths or URLs. */
  images: string[];
  /**
   * A tiny data: URL shown while the first picture loads. Only in public replies, and only if media has provided it.
   */
  placeholder?: string;
  videoUrl: string | null;
  tier: Tier | null;
  createdAt: string;
  updatedAt: string;
}

/** Body of POST /api/admin/showcase. */
export class CreateShowcaseItemBody {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) title!: string;
  @trimmedLines() @IsString() @IsNotEmpty() @MaxLength(5000) description!: string;
  @pictureUrls(GEODE_FIELDS.imageUrls.max) images?: string[];
  @IsOptional() @mediaUrl() videoUrl?: string | null;
  @IsOptional() @IsIn(TIERS) tier?: Tier | null;
}

/** Body of PUT /api/admin/showcase/{id}: changes only the given fields. */
export class UpdateShowcaseItemBody {
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) title?: string;
  @ifGiven() @trimmedLines() @IsString() @IsNotEmpty() @MaxLength(5000) description?: string;
  @pictureUrls(GEODE_FIELDS.imageUrls.max) images?: string[];
  @IsOptional() @mediaUrl() videoUrl?: string | null;
  @IsOptional() @IsIn(TIERS) tier?: Tier | null;
}

/** Set `id` to make the command safe to repeat. */
export class CreateShowcaseItem extends CreateShowcaseItemBody {
  @IsOptional() @uuid() id?: string;
}

export class UpdateShowcaseItem extends EntityId {
  @ValidateNested() @Type(() => UpdateShowcaseItemBody) changes!: UpdateShowcaseItemBody;
}

export interface ShowcaseMessages {
  'catalog.list-showcase': { request: Nothing; reply: ShowcaseItem[] };
  'catalog.create-showcase-item': { request: CreateShowcaseItem; reply: ShowcaseItem };
  'catalog.update-showcase-item': { request: UpdateShowcaseItem; reply: ShowcaseItem };
  'catalog.delete-showcase-item': { request: EntityId; reply: Nothing };
  'catalog.list-showcase-changes': { request: ListAuditEntries; reply: HistoryPage };
}
