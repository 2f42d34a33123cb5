import { IsString, MaxLength } from 'class-validator';
import { ifGiven, emailAddress, together, trimmed, trimmedLines, type Nothing } from './text.js';
import type { HistoryPage, ListAuditEntries } from './audit-log.js';

/** The id of the details in audit entries and in `catalog.changed`. */
export const SHOP_DETAILS_ID = 'b3c1d1f4-6a2e-4c0b-9d57-1f0e8a7c2d34';

const text = (maxLength: number): PropertyDecorator => together(ifGiven(), trimmed(), IsString(), MaxLength(maxLength));

/**
 * What the owner says about the shop: in the site's contact texts, in Terms and in letters. A detail that the owner never
 * set is missing; its first content is the environment's, or empty.
 */
export class ShopDetails {
  @ifGiven() @emailAddress() contactEmail?: string;
  @text(40) contactPhone?: string;
  @text(100) contactLocation?: string;
  @text(200) hours?: string;
  @text(200) legalName?: string;
  /** Lines of a postal address. */
  @ifGiven() @trimmedLines() @IsString() @MaxLength(500) postalAddress?: string;
  /** Stands on top of every page, for example during a holiday; empty: nothing. */
  @text(200) announcement?: string;
}

export interface ShopDetailsMessages {
  'catalog.get-shop-details': { request: Nothing; reply: ShopDetails };
  /** Changes the given details and returns all. */
  'catalog.set-shop-details': { request: ShopDetails; reply: ShopDetails };
  'catalog.list-shop-changes': { request: ListAuditEntries; reply: HistoryPage };
}
