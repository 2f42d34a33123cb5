import { GEODE_FIELD_NAMES, type Geode, type GeodeField, geodeField, isRequired } from '@geodes/contracts';
import { type Column, timeCell } from './csv.js';

interface FieldColumn extends Column<Pick<Geode, GeodeField>> {
  field: GeodeField;
  isRequired: boolean;
}

const toCell = (value: Geode[GeodeField]): string | number => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(' ') : (value ?? '');
};

/** The fields of the owner's form, which an import reads too. */
export const fieldColumns: readonly FieldColumn[] = GEODE_FIELD_NAMES.map((field) => ({
  field,
  header: geodeField(field).label,
  of: (geode) => toCell(geode[field]),
  isRequired: isRequired(geodeField(field)),
}));

/** Exported values that the shop sets; an import skips them. */
export const readOnlyColumns: readonly Column<Geode>[] = [
  { header: 'Status', of: ({ availability }) => availability },
  { header: 'Sold', of: ({ soldQuantity }) => soldQuantity ?? 0 },
  { header: 'Added (UTC)', of: ({ createdAt }) => timeCell(createdAt) },
  { header: 'Changed (UTC)', of: ({ updatedAt }) => timeCell(updatedAt) },
  { header: 'Id', of: ({ id }) => id },
];

export const geodeColumns: readonly Column<Geode>[] = [...fieldColumns, ...readOnlyColumns];
