import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';

import {
  CATEGORIES,
  type Category,
  type GeodeField,
  geodeField,
  isRequired,
  PRICE_PATTERN,
  type Tier,
  WRONG_PRICE,
} from './geode-fields.js';
import {
  allIsAbsent,
  commaList,
  EntityId,
  ifGiven,
  instant,
  listOf,
  mediaUrl,
  numberAsText,
  MAX_PAGE,
  numberInText,
  pictureUrls,
  together,
  trimmed,
  trimmedLines,
  uuid,
  type Nothing,
  type Paging,
} from './text.js';
import type { ExportPage, ExportQuery, PastImport } from './spreadsheets.js';
import type { HistoryPage, ListAuditEntries } from './audit-log.js';
import type { UsedPictures } from './media.js';

export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];
export const SORTS = ['newest', 'price-asc', 'price-desc', 'oldest'] as const;
export type SortBy = (typeof SORTS)[number];
/** `upcoming`: units exist, but the geode goes on sale later. */
export type Availability = 'available' | 'held' | 'sold' | 'upcoming';

/** A geode in the API. Prices are dollars, two decimals. */
export interface Geode {
  id: string;
  title: string;
  description: string;
  price: string;
  /** Free text, inches. */
  size: string;
  location: string;
  crystalType: string;
  imageUrl: string;
  imageUrls: string[];
  /**
   * A tiny data: URL shown while the first picture loads. Only in public replies, and only if media has provided it.
   */
  placeholder?: string;
  /** Units not reserved or sold; equals `availableQuantity`. */
  quantity: number;
  availableQuantity: number;
  /** Units sold; only in replies to the owner. */
  soldQuantity?: number;
  tier: Tier;
  category: Category;
  isAvailable: boolean;
  availability: Availability;
  isFeatured: boolean;
  /** Only the owner sees drafts. Missing if it is none, except in replies to the owner. */
  isDraft?: boolean;
  /** When it goes or went on sale, ISO 8601. Missing if it has none, null in replies to the owner. */
  availableFrom?: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface GeodePage extends Paging {
  geodes: Geode[];
}

const PRICE_QUERY = /^\d{1,12}(\.\d{1,2})?$/;
const WRONG_PRICE_QUERY = { message: 'Please give an amount in dollars, such as 25 or 49.50.' };

/** Query of GET /api/geodes. The gateway drops unknown parameters and refuses malformed known ones. */
export class GeodeQuery {
  @IsOptional() @trimmed() @IsString() @MaxLength(200) search?: string;
  @IsOptional() @trimmed() @allIsAbsent() @IsString() @MaxLength(200) location?: string;
  @IsOptional() @trimmed() @allIsAbsent() @IsString() @MaxLength(100) crystalType?: string;
  @IsOptional() @allIsAbsent() @IsIn(CATEGORIES) category?: Category;
  /** Dollars. */
  @IsOptional() @Matches(PRICE_QUERY, WRONG_PRICE_QUERY) minPrice?: string;
  /** Dollars. */
  @IsOptional() @Matches(PRICE_QUERY, WRONG_PRICE_QUERY) maxPrice?: string;
  @IsOptional() @allIsAbsent() @IsIn(SIZES) size?: Size;
  /** `upcoming`: only geodes that go on sale later. */
  @IsOptional() @allIsAbsent() @IsIn(['upcoming']) available?: 'upcoming';
  @IsOptional() @IsIn(SORTS) sortBy: SortBy = 'newest';
  @IsOptional() @numberInText(1, MAX_PAGE) page: number = 1;
  @IsOptional() @numberInText(1, 100) limit: number = 10;
}

const rulesOf = (name: GeodeField): PropertyDecorator[] => {
  const field = geodeField(name);
  switch (field.kind) {
    case 'text':
      return [
        field.isLong ? trimmedLines() : trimmed(),
        IsString(),
        ...(isRequired(field) ? [IsNotEmpty()] : []),
        MaxLength(field.maxLength),
      ];
    case 'price':
      return [numberAsText(), Matches(PRICE_PATTERN, { message: WRONG_PRICE })];
    case 'count':
      return [IsInt(), Min(1), Max(field.max)];
    case 'choice':
      return [IsIn(field.choices)];
    case 'switch':
      return [IsBoolean()];
    case 'instant':
      return [instant()];
    case 'pictures':
      return [pictureUrls(field.max)];
  }
};

/** Validates a property by the row that GEODE_FIELDS has under its name. */
const newField = (): PropertyDecorator => (target, property) => {
  const name = property as GeodeField;
  const optional = isRequired(geodeField(name)) ? [] : [IsOptional()];
  together(...optional, ...rulesOf(name))(target, property);
};

/** The same for an edit, which may omit the field. */
const changedField = (): PropertyDecorator => (target, property) => {
  const optional = isRequired(geodeField(property as GeodeField)) ? [ifGiven()] : [];
  together(...optional, newField())(target, property);
};

/** Body of POST /api/admin/geodes. */
export class CreateGeodeBody {
  @newField() title!: string;
  @newField() description!: string;
  /** Dollars, at most two decimals; a JSON number is accepted. */
  @newField() price!: string;
  @newField() size!: string;
  @newField() location!: string;
  @newField() crystalType!: string;
  @newField() quantity!: number;
  /** The first picture. One of `imageUrl` and `imageUrls` is required. */
  @IsOptional() @mediaUrl() imageUrl?: string | null;
  @newField() imageUrls?: string[];
  @newField() tier?: Tier | null;
  @newField() category?: Category;
  @newField() isFeatured?: boolean;
  @newField() isDraft?: boolean;
  @newField() availableFrom?: string | null;
}

/** Body of PUT /api/admin/geodes/{id}: changes only the given fields. Required fields may not be null. */
export class UpdateGeodeBody {
  @changedField() title?: string;
  @changedField() description?: string;
  @changedField() price?: string;
  @changedField() size?: string;
  @changedField() location?: string;
  @changedField() crystalType?: string;
  /** Units on sale, without reserved and sold ones. */
  @changedField() quantity?: number;
  @IsOptional() @mediaUrl() imageUrl?: string | null;
  @changedField() imageUrls?: string[];
  @changedField() tier?: Tier | null;
  @changedField() category?: Category;
  @changedField() isFeatured?: boolean;
  @changedField() isDraft?: boolean;
  /** Null puts it on sale at once. */
  @changedField() availableFrom?: string | null;
  /** The value last read, sent with `quantity`. Throws CHANGED if the stock has changed since. */
  @IsOptional() @instant() updatedAt?: string;
}

/** Body of PATCH /api/admin/geodes/{id}/featured. */
export class FeatureGeodeBody {
  @IsBoolean() isFeatured!: boolean;
}

/** Maximum geodes per ScheduleGeodes. */
export const MAX_SCHEDULED = 500;

/**
 * Body of PATCH /api/admin/geodes/schedule: when many geodes go on sale, and whether they are drafts. All or none. Throws
 * BAD_REQUEST if it has neither, and NOT_FOUND if one of the geodes does not exist.
 */
export class ScheduleGeodes {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(MAX_SCHEDULED) @uuid({ each: true }) ids!: string[];
  /** As in UpdateGeodeBody. */
  @IsOptional() @instant() availableFrom?: string | null;
  @IsOptional() @IsBoolean() isDraft?: boolean;
}

/** Maximum geodes per ListOpenings. */
export const MAX_OPENINGS = 500;

export class ListOpenings {
  @IsInt() @Min(1) @Max(86_400) withinSeconds!: number;
  @IsArray() @ArrayMaxSize(MAX_OPENINGS) @uuid({ each: true }) geodeIds!: string[];
}

/** A geode that goes on sale soon. */
export interface Opening {
  id: string;
  title: string;
  availableFrom: string;
}

/** A page of an owner's list. Without `page` and `limit` the gateway returns all pages. */
export class PageQuery {
  @IsOptional() @numberInText(1, MAX_PAGE) page?: number;
  @IsOptional() @numberInText(1, 500) limit?: number;
}

/** With `ids`, the list has only those of these geodes that exist. */
export class InventoryQuery extends PageQuery {
  @IsOptional() @commaList() @ArrayMaxSize(100) @uuid({ each: true }) ids?: string[];
}

export class UpdateGeode extends EntityId {
  @ValidateNested() @Type(() => UpdateGeodeBody) changes!: UpdateGeodeBody;
}

/** Identifies an import. */
export class ImportKey {
  @uuid() importId!: string;
  /** SHA-256 of the file, hex. */
  @Matches(/^[0-9a-f]{64}$/) fingerprint!: string;
}

/** A geode to import under a given id (demo catalogue, CSV). */
export class ImportedGeode extends CreateGeodeBody {
  @uuid() id!: string;
  @IsIn(['owner', 'demo']) origin!: 'owner' | 'demo';
  @instant() createdAt!: string;
}

/** Maximum geodes per import. */
export const MAX_IMPORTED = 1_000;

/**
 * Imports all geodes or none. Safe to repeat: existing ids are skipped. The owner's imports have a key and run once,
 * even if their geodes were deleted since. Throws KEY_REUSED if the key was used with another file.
 */
export class ImportGeodes {
  @listOf(() => ImportedGeode, ArrayMaxSize(MAX_IMPORTED)) geodes!: ImportedGeode[];
  @IsOptional() @ValidateNested() @Type(() => ImportKey) key?: ImportKey;
}

/** Unsold geodes for /sitemap.xml, ordered by id. */
export interface SitemapPage {
  geodes: { id: string; updatedAt: string; imageUrl: string; title: string }[];
  total: number;
}

export interface GeodeMessages {
  'catalog.list-geodes': { request: GeodeQuery; reply: GeodePage };
  'catalog.list-featured': { request: Nothing; reply: Geode[] };
  'catalog.get-geode': { request: EntityId; reply: Geode };
  'catalog.list-inventory': { request: InventoryQuery; reply: GeodePage };
  'catalog.list-sitemap': { request: PageQuery; reply: SitemapPage };
  'catalog.create-geode': { request: CreateGeodeBody; reply: Geode };
  'catalog.update-geode': { request: UpdateGeode; reply: Geode };
  'catalog.schedule-geodes': { request: ScheduleGeodes; reply: { changed: number } };
  /** In the order of the instants. */
  'catalog.list-openings': { request: ListOpenings; reply: { geodes: Opening[] } };
  'catalog.delete-geode': { request: EntityId; reply: Nothing };
  'catalog.import-geodes': { request: ImportGeodes; reply: { created: number } };
  'catalog.past-import': { request: ImportKey; reply: PastImport };
  'catalog.export-geodes': { request: ExportQuery; reply: ExportPage<Geode> };
  'catalog.used-pictures': { request: UsedPictures; reply: { used: string[] } };
  /** Counts the seed's geodes that buyers can still buy. */
  'catalog.count-demo-geodes': { request: Nothing; reply: { onSale: number } };
  'catalog.list-geode-changes': { request: ListAuditEntries; reply: HistoryPage };
}
