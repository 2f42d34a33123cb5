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

const SHOP_PICTURE = /^\/objects\/[0-9a-f]{32}\.(jpg|webp)$/;
/** Used while the shop has no pictures; the owner replaces it. */
const NO_PICTURE = '/objects/address-of-a-picture.webp';

type ExampleGeode = Pick<Geode, GeodeField>;

const example: Omit<ExampleGeode, 'imageUrls'> = {
  title: 'Evening Amethyst',
  description: 'Deep violet points, in a rind as rough as it was found.\nStands by itself.',
  price: '129.00',
  size: '4.25 inches',
  location: 'Hamilton, Illinois',
  crystalType: 'Amethyst',
  quantity: 1,
  tier: 'A',
  category: 'individual',
  isFeatured: false,
  isDraft: false,
  availableFrom: null,
};

/** Returns two example geodes with a picture of the shop's `geodes`, so that they can be imported unchanged. */
export const exampleGeodes = (geodes: readonly Geode[]): ExampleGeode[] => {
  const picture = geodes.flatMap(({ imageUrls }) => imageUrls).find((url) => SHOP_PICTURE.test(url)) ?? NO_PICTURE;
  const imageUrls = [picture];
  return [
    { ...example, imageUrls },
    {
      ...example,
      imageUrls,
      title: 'Three small quartz geodes, in a box',
      description: 'A present: three halves, 2" each.',
      price: '45.50',
      size: '2 inches',
      location: 'Keokuk, Iowa',
      crystalType: 'Quartz',
      quantity: 3,
      tier: '',
      category: 'gift-box',
      isFeatured: true,
    },
  ];
};
