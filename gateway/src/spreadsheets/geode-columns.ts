import type { CreateGeodeBody, Geode } from '@geodes/contracts';
import { type Column, timeCell } from './csv.js';

/** The fields of the owner's form, which an import reads too. */
export type GeodeField = Exclude<keyof CreateGeodeBody, 'imageUrl'>;

interface FieldColumn extends Column<Geode> {
  field: GeodeField;
  isRequired: boolean;
}

const required = (field: GeodeField, header: string, of: FieldColumn['of']): FieldColumn => ({
  field,
  header,
  of,
  isRequired: true,
});
const optional = (field: GeodeField, header: string, of: FieldColumn['of']): FieldColumn => ({
  ...required(field, header, of),
  isRequired: false,
});

export const fieldColumns: readonly FieldColumn[] = [
  required('title', 'Title', ({ title }) => title),
  required('description', 'Description', ({ description }) => description),
  required('price', 'Price', ({ price }) => price),
  required('quantity', 'Quantity', ({ quantity }) => quantity),
  required('size', 'Size', ({ size }) => size),
  required('location', 'Location', ({ location }) => location),
  required('crystalType', 'Crystal type', ({ crystalType }) => crystalType),
  optional('tier', 'Tier', ({ tier }) => tier),
  optional('category', 'Category', ({ category }) => category),
  optional('isFeatured', 'Featured', ({ isFeatured }) => (isFeatured ? 'yes' : 'no')),
  required('imageUrls', 'Pictures', ({ imageUrls }) => imageUrls.join(' ')),
];

/** Exported values that the shop sets; an import skips them. */
export const readOnlyColumns: readonly Column<Geode>[] = [
  { header: 'Status', of: ({ availability }) => availability },
  { header: 'Sold', of: ({ soldQuantity }) => soldQuantity ?? 0 },
  { header: 'Added (UTC)', of: ({ createdAt }) => timeCell(createdAt) },
  { header: 'Changed (UTC)', of: ({ updatedAt }) => timeCell(updatedAt) },
  { header: 'Id', of: ({ id }) => id },
];

export const geodeColumns: readonly Column<Geode>[] = [...fieldColumns, ...readOnlyColumns];
