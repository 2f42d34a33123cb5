import {
  type AuditAction,
  dollars,
  GEODE_FIELD_NAMES,
  type Geode as GeodeView,
  type GeodeField,
} from '@geodes/contracts';
import type { NewAuditEntry } from '@geodes/kit/audit-log';
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

/** Builds the entry in a geode's history for a change of the fields in the owner's form, under the form's names. */
export const geodeEntry = (
  entityId: string,
  action: AuditAction,
  before: Geode | null,
  after: Geode | null,
): NewAuditEntry => ({
  entity: 'geode',
  entityId,
  action,
  before: before && { ...formFields(before) },
  after: after && { ...formFields(after) },
});

/**
 * Converts dollars such as `29`, `29.9` or `29.99`, which a DTO has validated, to US cents. Exact: up to twelve digits of
 * dollars, the error of the product is a fiftieth of a cent.
 */
export const priceCents = (dollars: string): number => Math.round(Number(dollars) * 100);
