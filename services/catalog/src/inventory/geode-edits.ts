import { isDeepStrictEqual } from 'node:util';
import {
  type CreateGeodeBody,
  dollars,
  GEODE_FIELD_NAMES,
  type GeodeField,
  geodeField,
  type UpdateGeodeBody,
} from '@geodes/contracts';
import { badRequest } from '@geodes/kit';
import type { Geode } from '../geodes/geode.entity.js';
import { findWrongPicture, type PictureFields, pictures, WRONG_PICTURE } from '../geodes/pictures.js';
import { priceCents } from '../geodes/geode-view.js';

/** The fields that are stored as they are sent, under the same name. */
type SameField = Exclude<GeodeField, OtherField>;
type OtherField = (typeof OTHER_FIELDS)[number];
const OTHER_FIELDS = ['price', 'quantity', 'imageUrls', 'availableFrom'] as const satisfies GeodeField[];
const SAME_FIELDS = GEODE_FIELD_NAMES.filter(
  (name): name is SameField => !(OTHER_FIELDS as readonly GeodeField[]).includes(name),
);

/** What the owner's form sets. */
export type GeodeFields = Pick<Geode, SameField | 'priceCents' | 'unitsAvailable' | 'imageUrls' | 'availableFrom'>;

const instantOf = (value: string | null | undefined): Date | null => (value ? new Date(value) : null);

const sameFields = (valueOf: (name: SameField) => unknown): Pick<Geode, SameField> =>
  Object.fromEntries(SAME_FIELDS.map((name) => [name, valueOf(name)])) as unknown as Pick<Geode, SameField>;

/**
 * Returns the pictures after a form was sent. Throws BAD_REQUEST if there is none, since lists show each geode by its first
 * picture, and for a wrong one.
 */
const picturesOf = (form: PictureFields, present?: string[]): string[] => {
  const imageUrls = pictures(form, present);
  if (imageUrls.length === 0) throw badRequest({ field: 'imageUrls', reason: 'Please upload an image for the geode' });
  const wrong = findWrongPicture(imageUrls, present);
  if (wrong === undefined) return imageUrls;
  throw badRequest({ field: wrong === form.imageUrl?.trim() ? 'imageUrl' : 'imageUrls', reason: WRONG_PICTURE });
};

/** Maps a form to a new geode. Throws BAD_REQUEST without a picture, or for a wrong one. */
export const newGeodeFields = (body: CreateGeodeBody): GeodeFields => ({
  ...sameFields((name) => body[name] ?? geodeField(name).ifMissing),
  priceCents: priceCents(body.price),
  unitsAvailable: body.quantity,
  imageUrls: picturesOf(body),
  availableFrom: instantOf(body.availableFrom),
});

/**
 * Returns the fields that an edit changes. A null field is left as it is, except that null empties a field that may be empty.
 * Throws BAD_REQUEST if no picture remains, or for a wrong one.
 */
export const changedGeodeFields = (geode: Geode, changes: UpdateGeodeBody): Partial<GeodeFields> => {
  const wanted: GeodeFields = {
    ...sameFields((name) =>
      changes[name] === null && geodeField(name).ifMissing === '' ? '' : (changes[name] ?? geode[name]),
    ),
    priceCents: priceCents(changes.price ?? dollars(geode.priceCents)),
    unitsAvailable: changes.quantity ?? geode.unitsAvailable,
    imageUrls: picturesOf(changes, geode.imageUrls),
    availableFrom: changes.availableFrom === undefined ? geode.availableFrom : instantOf(changes.availableFrom),
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
