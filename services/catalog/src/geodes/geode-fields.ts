import { isDeepStrictEqual } from 'node:util';
import { type CreateGeodeBody, dollars, type UpdateGeodeBody } from '@geodes/contracts';
import { badRequest } from '@geodes/kit';
import type { Geode } from './geode.entity.js';
import { pictures } from './pictures.js';
import { priceCents } from './price-cents.js';

/** What the owner's form decides. */
export type GeodeFields = Pick<
  Geode,
  | 'title'
  | 'description'
  | 'priceCents'
  | 'size'
  | 'location'
  | 'crystalType'
  | 'imageUrls'
  | 'tier'
  | 'category'
  | 'isFeatured'
  | 'unitsAvailable'
>;

/** What a shopper sees first. Throws BAD_REQUEST for none. */
const atLeastOne = (imageUrls: string[]): string[] => {
  if (imageUrls.length === 0) throw badRequest({ field: 'imageUrls', reason: 'Please upload an image for the geode' });
  return imageUrls;
};

/** Throws BAD_REQUEST without a picture. */
export const newGeodeFields = (body: CreateGeodeBody): GeodeFields => ({
  title: body.title,
  description: body.description,
  priceCents: priceCents(body.price),
  size: body.size,
  location: body.location,
  crystalType: body.crystalType,
  imageUrls: atLeastOne(pictures(body)),
  tier: body.tier ?? '',
  category: body.category ?? 'individual',
  isFeatured: body.isFeatured ?? false,
  unitsAvailable: body.quantity,
});

/**
 * The fields that an edit really changes; null counts as not given, but a null tier takes the tier away. Throws BAD_REQUEST
 * if no picture is left.
 */
export const changedGeodeFields = (geode: Geode, changes: UpdateGeodeBody): Partial<GeodeFields> => {
  const wanted: GeodeFields = {
    title: changes.title ?? geode.title,
    description: changes.description ?? geode.description,
    priceCents: priceCents(changes.price ?? dollars(geode.priceCents)),
    size: changes.size ?? geode.size,
    location: changes.location ?? geode.location,
    crystalType: changes.crystalType ?? geode.crystalType,
    imageUrls: atLeastOne(pictures(changes, geode.imageUrls)),
    tier: changes.tier === undefined ? geode.tier : (changes.tier ?? ''),
    category: changes.category ?? geode.category,
    isFeatured: changes.isFeatured ?? geode.isFeatured,
    unitsAvailable: changes.quantity ?? geode.unitsAvailable,
  };
  const changed = Object.entries(wanted).filter(
    ([field, value]) => !isDeepStrictEqual(value, geode[field as keyof Geode]),
  );
  return Object.fromEntries(changed);
};

/**
 * True where an edit that sets the stock was made on a stock that is no longer so. `updatedAt` is the geode's as the
 * owner read it; without it the edit is taken at its word.
 */
export const stockChangedSince = (
  geode: Pick<Geode, 'stockChangedAt'>,
  { quantity, updatedAt }: UpdateGeodeBody,
): boolean => {
  if (typeof quantity !== 'number' || typeof updatedAt !== 'string') return false;
  return geode.stockChangedAt > new Date(updatedAt);
};
