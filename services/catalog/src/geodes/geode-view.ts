import { dollars, GEODE_FIELD_NAMES, type Geode as GeodeView, type GeodeField } from '@geodes/contracts';
import type { KnownFields } from '@geodes/kit/audit-log';
import { availability } from './availability.js';
import type { Geode } from './geode.entity.js';

type FormFields = Pick<GeodeView, GeodeField>;

/** All fields but three are stored as the API has them, under the same name. */
const fieldOf = (geode: Geode, name: GeodeField): FormFields[GeodeField] => {
  if (name === 'price') return dollars(geode.priceCents);
  if (name === 'availableFrom') return geode.availableFrom?.toISOString() ?? null;
  return name === 'quantity' ? geode.unitsAvailable : geode[name];
};

const formFields = (geode: Geode): FormFields =>
  Object.fromEntries(GEODE_FIELD_NAMES.map((name) => [name, fieldOf(geode, name)])) as unknown as FormFields;

const fullView = (geode: Geode): GeodeView => {
  const state = availability(geode);
  return {
    id: geode.id,
    ...formFields(geode),
    imageUrl: geode.imageUrls[0] ?? '',
    availableQuantity: geode.unitsAvailable,
    isAvailable: state === 'available',
    availability: state,
    createdAt: geode.createdAt.toISOString(),
    updatedAt: geode.updatedAt.toISOString(),
  };
};

/** Maps a geode to its form in the API. */
export const geodeView = (geode: Geode): GeodeView => {
  const { isDraft, availableFrom, ...view } = fullView(geode);
  return { ...view, ...(isDraft && { isDraft }), ...(availableFrom && { availableFrom }) };
};

/** Maps a geode to its form in the owner's inventory, which has all fields, and the units sold. */
export const inventoryView = (geode: Geode): GeodeView => ({ ...fullView(geode), soldQuantity: geode.unitsSold });

/** Maps a geode to the fields in its history: those of the owner's form, under the form's names. */
export const geodeHistoryFields = (geode: Geode): KnownFields => ({ ...formFields(geode) });

/**
 * Converts dollars such as `29`, `29.9` or `29.99` to US cents without floating point, so exactly. Throws a RangeError on
 * any other text; callers pass text that a DTO has validated.
 */
export const priceCents = (dollars: string): number => {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(dollars);
  if (!match) throw new RangeError(`not an amount in dollars: ${dollars}`);
  const [, whole = '0', fraction = ''] = match;
  return Number(whole + fraction.padEnd(2, '0'));
};
