import { Type } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { TIERS, type Tier } from './geodes.js';
import { address, ifGiven, pictureAddresses, trimmed, uuid } from './text.js';

/** Where a film may come from: whatever stands in a frame can ask the visitor for anything. */
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

/** A piece of the owner's own collection: display only. */
export interface ShowcaseItem {
  id: string;
  title: string;
  description: string;
  /** Object paths or URLs. */
  images: string[];
  /** A tiny data: URL of the first picture, shown until that is there. In what shoppers read, where media has said it. */
  placeholder?: string;
  videoUrl: string | null;
  tier: Tier | null;
  createdAt: string;
  updatedAt: string;
}

/** Body of POST /api/admin/showcase. */
export class CreateShowcaseItemBody {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) title!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(5000) description!: string;
  @pictureAddresses() images?: string[];
  @IsOptional() @address() videoUrl?: string | null;
  @IsOptional() @IsIn(TIERS) tier?: Tier | null;
}

/** Body of PUT /api/admin/showcase/{id}: changes the fields it is given. */
export class UpdateShowcaseItemBody {
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) title?: string;
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(5000) description?: string;
  @pictureAddresses() images?: string[];
  @IsOptional() @address() videoUrl?: string | null;
  @IsOptional() @IsIn(TIERS) tier?: Tier | null;
}

export class ShowcaseItemId {
  @uuid() id!: string;
}

/** `id` may be given so that a repeated command makes one item. */
export class CreateShowcaseItem extends CreateShowcaseItemBody {
  @IsOptional() @uuid() id?: string;
}

export class UpdateShowcaseItem extends ShowcaseItemId {
  @ValidateNested() @Type(() => UpdateShowcaseItemBody) changes!: UpdateShowcaseItemBody;
}
