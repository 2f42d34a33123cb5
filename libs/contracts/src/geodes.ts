import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
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
  address,
  allIsAbsent,
  ifGiven,
  instant,
  numberAsText,
  numberInText,
  pictureAddresses,
  trimmed,
  uuid,
} from './text.js';

export const TIERS = ['S', 'A', 'B', 'C', ''] as const;
export type Tier = (typeof TIERS)[number];
export const CATEGORIES = ['individual', 'gift-box', 'mystery-pack'] as const;
export type Category = (typeof CATEGORIES)[number];
export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];
export const SORTS = ['newest', 'price-asc', 'price-desc', 'oldest'] as const;
export type SortBy = (typeof SORTS)[number];
export type Availability = 'available' | 'held' | 'sold';

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
  /** Units sold; only in the owner's inventory. */
  soldQuantity?: number;
  tier: Tier;
  category: Category;
  isAvailable: boolean;
  availability: Availability;
  isFeatured: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface GeodePage {
  geodes: Geode[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

/** Matches dollars above zero and below a million, with at most two decimals. */
export const PRICE_PATTERN = /^(?!0+(\.0{1,2})?$)\d{1,6}(\.\d{1,2})?$/;
const WRONG_PRICE = 'Price must be a positive amount below $1,000,000 with at most 2 decimals.';
const PRICE_QUERY = /^\d{1,7}(\.\d{1,2})?$/;
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
  @IsOptional() @IsIn(SORTS) sortBy: SortBy = 'newest';
  @IsOptional() @numberInText(1, 1_000_000) page: number = 1;
  @IsOptional() @numberInText(1, 100) limit: number = 10;
}

/** Body of POST /api/admin/geodes. */
export class CreateGeodeBody {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) title!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(5000) description!: string;
  /** Dollars, at most two decimals; a JSON number is accepted. */
  @numberAsText()
  @Matches(PRICE_PATTERN, { message: WRONG_PRICE })
  price!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) size!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) location!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) crystalType!: string;
  @IsInt() @Min(1) @Max(10_000) quantity!: number;
  @IsOptional() @address() imageUrl?: string | null;
  @pictureAddresses() imageUrls?: string[];
  @IsOptional() @IsIn(TIERS) tier?: Tier | null;
  @IsOptional() @IsIn(CATEGORIES) category?: Category;
  @IsOptional() @IsBoolean() isFeatured?: boolean;
}

/** Body of PUT /api/admin/geodes/{id}: changes only the given fields. Required fields may not be null. */
export class UpdateGeodeBody {
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) title?: string;
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(5000) description?: string;
  @ifGiven()
  @numberAsText()
  @Matches(PRICE_PATTERN, { message: WRONG_PRICE })
  price?: string;
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) size?: string;
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) location?: string;
  @ifGiven() @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) crystalType?: string;
  /** Units on sale, without reserved and sold ones. */
  @ifGiven() @IsInt() @Min(1) @Max(10_000) quantity?: number;
  @IsOptional() @address() imageUrl?: string | null;
  @pictureAddresses() imageUrls?: string[];
  @IsOptional() @IsIn(TIERS) tier?: Tier | null;
  @IsOptional() @IsIn(CATEGORIES) category?: Category;
  @IsOptional() @IsBoolean() isFeatured?: boolean;
  /** The value last read, sent with `quantity`. Throws CHANGED if the stock has changed since. */
  @IsOptional() @instant() updatedAt?: string;
}

/** Body of PATCH /api/admin/geodes/{id}/featured. */
export class FeatureGeodeBody {
  @IsBoolean() isFeatured!: boolean;
}

/** A page of an owner's list. Without `page` and `limit` the gateway returns all pages. */
export class PageQuery {
  @IsOptional() @numberInText(1, 1_000_000) page?: number;
  @IsOptional() @numberInText(1, 500) limit?: number;
}

export class GeodeId {
  @uuid() id!: string;
}

export class UpdateGeode extends GeodeId {
  @ValidateNested() @Type(() => UpdateGeodeBody) changes!: UpdateGeodeBody;
}

export class FeatureGeode extends GeodeId {
  @IsBoolean() isFeatured!: boolean;
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
  @IsArray()
  @ArrayMaxSize(MAX_IMPORTED)
  @ValidateNested({ each: true })
  @Type(() => ImportedGeode)
  geodes!: ImportedGeode[];
  @IsOptional() @ValidateNested() @Type(() => ImportKey) key?: ImportKey;
}
