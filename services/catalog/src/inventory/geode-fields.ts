import { isDeepStrictEqual } from 'node:util';
import { type CreateGeodeBody, dollars, type UpdateGeodeBody } from '@geodes/contracts';
import { badRequest } from '@geodes/kit';
import type { Geode } from '../geodes/geode.entity.js';
import { pictures } from '../geodes/pictures.js';
import { priceCents } from '../geodes/price-cents.js';

/** The fields that the owner's form sets. */
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

/** Throws BAD_REQUEST if there is none: lists show each geode by its first picture. */
const requirePicture = (imageUrls: string[]): string[] => {
  if (imageUrls.length === 0) throw badRequest({ field: 'imageUrls', reason: 'Please upload an image for the geode' });
  return imageUrls;
};

/** Maps a form to a new geode. Throws BAD_REQUEST without a picture. */
export const newGeodeFields = (body: CreateGeodeBody): GeodeFields => ({
  title: body.title,
  description: body.description,
  priceCents: priceCents(body.price),
  size: body.size,
  location: body.location,
  crystalType: body.crystalType,
  imageUrls: requirePicture(pictures(body)),
  tier: body.tier ?? '',
  category: body.category ?? 'individual',
  isFeatured: body.isFeatured ?? false,
  unitsAvailable: body.quantity,
});

/**
 * Returns the fields that an edit changes. A null field is left as it is, except that a null tier removes the tier. Throws
 * BAD_REQUEST if no picture remains.
 */
export const changedGeodeFields = (geode: Geode, changes: UpdateGeodeBody): Partial<GeodeFields> => {
  const wanted: GeodeFields = {
    title: changes.title ?? geode.title,
    description: changes.description ?? geode.description,
    priceCents: priceCents(changes.price ?? dollars(geode.priceCents)),
    size: changes.size ?? geode.size,
    location: changes.location ?? geode.location,
    crystalType: changes.crystalType ?? geode.crystalType,
    imageUrls: requirePicture(pictures(changes, geode.imageUrls)),
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
 * Whether the stock changed after the owner read the geode that they set the stock of. `updatedAt` is the geode's when they
 * read it; an edit without it is accepted.
 */
export const stockChangedSince = (
  geode: Pick<Geode, 'stockChangedAt'>,
  { quantity, updatedAt }: UpdateGeodeBody,
): boolean => {
  if (typeof quantity !== 'number' || typeof updatedAt !== 'string') return false;
  return geode.stockChangedAt > new Date(updatedAt);
};
