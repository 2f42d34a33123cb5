import type { Category, CreateGeodeBody, Geode, Tier, UpdateGeodeBody } from '@geodes/contracts';
import { toCents, toDecimal } from '../../../app/money.js';
import { categoryNames, tierNames } from '../../geodes/geode-labels.js';
import type { UnfinishedPictures } from '../pictures/pictures-field.js';

/** Stands for no choice, because select items must not have an empty value. */
export const NONE = 'none';
/** Stands for a place whose name is typed. */
export const OTHER_PLACE = 'other';

/** The values of the geode form. */
export interface GeodeForm {
  title: string;
  description: string;
  /** Dollars. */
  price: string;
  quantity: string;
  size: string;
  /** An offered place, OTHER_PLACE or NONE. */
  location: string;
  otherPlace: string;
  crystalType: string;
  tier: Exclude<Tier, ''> | typeof NONE;
  category: Category;
  isFeatured: boolean;
  /** Object paths; the first one is the main picture. */
  pictures: string[];
}

type Option<T extends string = string> = { value: T; label: string };

const PLACES = ['Keokuk, Iowa', 'Hamilton, Illinois'];
const CRYSTAL_TYPES = ['Quartz', 'Amethyst', 'Calcite', 'Chalcedony'];

/** Returns the choices, plus the geode's present value if it is not one of them. */
const offeredOptions = (choices: readonly string[], present: string | undefined): Option[] => {
  const all = present && !choices.includes(present) ? [...choices, present] : choices;
  return all.map((value) => ({ value, label: value }));
};

const placeholderOption = (label: string): Option => ({ value: NONE, label });

export const placeOptions = (geode?: Geode): Option[] => [
  ...(geode ? [] : [placeholderOption('Choose a location')]),
  ...offeredOptions(PLACES, geode?.location),
  { value: OTHER_PLACE, label: 'Another place …' },
];
export const crystalOptions = (geode?: Geode): Option[] => [
  ...(geode ? [] : [placeholderOption('Choose a crystal type')]),
  ...offeredOptions(CRYSTAL_TYPES, geode?.crystalType),
];
export const tierOptions: Option<GeodeForm['tier']>[] = [
  { value: NONE, label: 'None' },
  ...Object.entries(tierNames).map(([tier, name]) => ({
    value: tier as Exclude<Tier, ''>,
    label: `${tier}, ${name}`,
  })),
];
export const categoryOptions = Object.entries(categoryNames).map(([value, label]) => ({
  value: value as Category,
  label,
}));

const picturesOf = ({ imageUrl, imageUrls }: Geode): string[] =>
  imageUrls.length > 0 || imageUrl === '' ? imageUrls : [imageUrl];

/** Returns the initial values of the form: those of a geode, or empty ones. */
export const toForm = (geode?: Geode): GeodeForm => ({
  title: geode?.title ?? '',
  // Text areas have line feeds only; else an unchanged text would count as changed.
  description: geode?.description.replaceAll('\r\n', '\n') ?? '',
  price: geode?.price ?? '',
  quantity: String(geode?.quantity ?? 1),
  size: geode?.size ?? '',
  location: geode?.location ?? NONE,
  otherPlace: '',
  crystalType: geode?.crystalType ?? NONE,
  tier: geode?.tier || NONE,
  category: geode?.category ?? 'individual',
  isFeatured: geode?.isFeatured ?? false,
  pictures: geode ? picturesOf(geode) : [],
});

/** Converts the form to the fields of the API, without the pictures. */
const toFields = (form: GeodeForm) => ({
  title: form.title.trim(),
  description: form.description.trim(),
  price: toDecimal(toCents(form.price)),
  quantity: Number(form.quantity),
  size: form.size.trim(),
  location: form.location === OTHER_PLACE ? form.otherPlace.trim() : form.location,
  crystalType: form.crystalType,
  tier: form.tier === NONE ? ('' as const) : form.tier,
  category: form.category,
  isFeatured: form.isFeatured,
});

const picturesToSend = (pictures: string[]) => ({ imageUrl: pictures[0] ?? '', imageUrls: pictures });

/** Returns the request body that adds a geode. The form must be valid. */
export const newGeodeBody = (form: GeodeForm): CreateGeodeBody => ({
  ...toFields(form),
  ...picturesToSend(form.pictures),
});

/**
 * Returns the request body that edits a geode: only the changed fields. A quantity comes with `updatedAt`, so that the server
 * can refuse the edit if the stock changed since the geode was read.
 */
export const geodeChanges = (geode: Geode, form: GeodeForm): UpdateGeodeBody => {
  const present = toFields(toForm(geode));
  const wanted = toFields(form);
  const changes: UpdateGeodeBody = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== present[field as keyof typeof wanted]),
  );
  if (changes.quantity !== undefined) changes.updatedAt = geode.updatedAt;
  const isSame = JSON.stringify(form.pictures) === JSON.stringify(picturesOf(geode));
  return isSame ? changes : { ...changes, ...picturesToSend(form.pictures) };
};

/** Limits of the server: characters, units, dollars. */
export const MAX_LENGTH = { title: 200, description: 5000, size: 100, otherPlace: 200 } as const;
const MAX_UNITS = 10_000;
const PRICE_LIMIT = 1_000_000;

type Verdict = true | string;

const requireText = (value: string, error: string): Verdict => (value.trim() !== '' && value !== NONE) || error;

const hasWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

const price = (value: string): Verdict => {
  if (value.trim() === '') return 'Price is required and must be a valid positive number.';
  const dollars = Number(value);
  if (!(dollars > 0)) return 'Price must be a valid positive number.';
  if (!hasWholeCents(dollars)) return 'Price must have at most 2 decimals.';
  return dollars < PRICE_LIMIT || 'Price must be below $1,000,000.';
};

/** Accepts an unchanged 0, so that a sold geode can be edited without putting it back on sale. */
const quantity = (value: string, geode: Geode | undefined): Verdict => {
  if (value.trim() === '') return 'Quantity is required and must be 1 or more.';
  const units = Number(value);
  if (geode && units === geode.quantity) return true;
  if (!Number.isInteger(units)) return 'Quantity must be a whole number.';
  if (units < 1) return 'Quantity must be 1 or more.';
  return units <= MAX_UNITS || 'Quantity must be 10,000 or less.';
};

const pictures = (paths: string[], { uploading, failed }: UnfinishedPictures): Verdict => {
  if (failed > 0) return 'Not every picture is uploaded. Try those again or remove them.';
  if (uploading > 0) return 'Please wait until every picture is uploaded.';
  return paths.length > 0 || 'Please upload an image for the geode.';
};

/** Returns the validation rules of the geode form for react-hook-form: true, or an error text. */
export const geodeFormRules = (geode: Geode | undefined) => ({
  title: (value: string) => requireText(value, 'Title is required.'),
  description: (value: string) => requireText(value, 'Description is required.'),
  price,
  quantity: (value: string) => quantity(value, geode),
  size: (value: string) => requireText(value, 'Size is required.'),
  location: (value: string) => requireText(value, 'Location is required.'),
  otherPlace: (value: string, { location }: GeodeForm) =>
    location !== OTHER_PLACE || requireText(value, 'Location is required.'),
  crystalType: (value: string) => requireText(value, 'Crystal type is required.'),
  pictures,
});
