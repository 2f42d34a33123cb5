import { INSTANT_PATTERN, INSTANT_YEARS, isWithinYears } from './sale-time.js';

export const TIERS = ['S', 'A', 'B', 'C', ''] as const;
export type Tier = (typeof TIERS)[number];
export const CATEGORIES = ['individual', 'gift-box', 'mystery-pack'] as const;
export type Category = (typeof CATEGORIES)[number];

interface FieldBase {
  /** The name that people read: in the form, in messages, in the header of CSV files and in the history. */
  label: string;
  /** The value if none is sent. A field without it is required. */
  ifMissing?: string | boolean | null;
  /** Who finds a geode by the words of the field: visitors and the owner, or the owner alone. */
  searchedBy?: 'everyone' | 'owner';
  /** The name on the geode's page, if it is another one. */
  pageLabel?: string;
}

/** A text of at most `maxLength` characters. The form offers a select if there are `offered` values. */
interface TextField extends FieldBase {
  kind: 'text';
  maxLength: number;
  isLong?: boolean;
  example?: string;
  offered?: readonly string[];
}

/** Dollars above zero and below PRICE_BOUND. */
interface PriceField extends FieldBase {
  kind: 'price';
}

/** A whole number from 1. */
interface CountField extends FieldBase {
  kind: 'count';
  max: number;
}

interface ChoiceField extends FieldBase {
  kind: 'choice';
  choices: readonly string[];
  ifMissing: string;
}

interface SwitchField extends FieldBase {
  kind: 'switch';
  ifMissing: boolean;
  /** The sentence beside the switch. */
  hint: string;
}

/** An ISO 8601 timestamp, or none. */
interface InstantField extends FieldBase {
  kind: 'instant';
  ifMissing: null;
}

interface PicturesField extends FieldBase {
  kind: 'pictures';
  max: number;
}

export type GeodeFieldRow =
  TextField | PriceField | CountField | ChoiceField | SwitchField | InstantField | PicturesField;

/**
 * The fields that the owner sets, in the order of the form, of CSV files and of the history. Validation and its messages,
 * form, CSV, views, history and searches derive from this table. A new field also needs a property in geodes.ts and a
 * column in catalog. No decorators here: browsers load this file.
 */
export const GEODE_FIELDS = {
  title: { kind: 'text', label: 'Title', maxLength: 200, searchedBy: 'everyone' },
  description: { kind: 'text', label: 'Description', maxLength: 5_000, isLong: true, searchedBy: 'everyone' },
  price: { kind: 'price', label: 'Price' },
  quantity: { kind: 'count', label: 'Quantity', max: 10_000 },
  size: { kind: 'text', label: 'Size', maxLength: 100, example: '4.25 inches', searchedBy: 'owner' },
  location: {
    kind: 'text',
    label: 'Location',
    pageLabel: 'Origin',
    maxLength: 200,
    offered: ['Keokuk, Iowa', 'Hamilton, Illinois'],
    searchedBy: 'everyone',
  },
  crystalType: {
    kind: 'text',
    label: 'Crystal type',
    maxLength: 100,
    offered: ['Quartz', 'Amethyst', 'Calcite', 'Chalcedony'],
    searchedBy: 'everyone',
  },
  tier: { kind: 'choice', label: 'Tier', choices: TIERS, ifMissing: '' },
  category: { kind: 'choice', label: 'Category', choices: CATEGORIES, ifMissing: 'individual' },
  isFeatured: { kind: 'switch', label: 'Featured', hint: 'Shown on the home page', ifMissing: false },
  isDraft: { kind: 'switch', label: 'Draft', hint: 'Only you see it', ifMissing: false },
  availableFrom: { kind: 'instant', label: 'On sale from', ifMissing: null },
  imageUrls: { kind: 'pictures', label: 'Pictures', max: 20 },
} as const satisfies Record<string, GeodeFieldRow>;

export type GeodeField = keyof typeof GEODE_FIELDS;
/** The fields of one kind. */
export type GeodeFieldOf<K extends GeodeFieldRow['kind']> = {
  [F in GeodeField]: (typeof GEODE_FIELDS)[F]['kind'] extends K ? F : never;
}[GeodeField];

export const GEODE_FIELD_NAMES = Object.keys(GEODE_FIELDS) as GeodeField[];

/** Specifications on the geode's page, in this order. Empty ones are left out. */
export const SPECIFICATIONS = ['crystalType', 'size', 'location', 'quantity'] as const satisfies readonly GeodeField[];

/** Returns a field's row, typed so that `kind` narrows it. */
export const geodeField = (name: GeodeField): GeodeFieldRow => GEODE_FIELDS[name];

export const isRequired = ({ ifMissing }: GeodeFieldRow): boolean => ifMissing === undefined;

/** Prices are lower than this, in dollars. */
const PRICE_BOUND = 1_000_000;
const BOUND = `$${PRICE_BOUND.toLocaleString('en-US')}`;
/** Matches dollars above zero and below PRICE_BOUND, with at most two decimals. */
export const PRICE_PATTERN = /^(?!0+(\.0{1,2})?$)\d{1,6}(\.\d{1,2})?$/;
export const WRONG_PRICE = `Price must be a positive amount below ${BOUND} with at most 2 decimals.`;

/** True, or a message that says what is wrong. */
export type Verdict = true | string;

/**
 * Checks a text, price, count or instant as it was typed in the form or in a cell of a CSV file. `parse` reads numbers,
 * and returns NaN if it cannot.
 */
export const checkTyped = (
  field: TextField | PriceField | CountField | InstantField,
  typed: string,
  parse: (text: string) => number = Number,
): Verdict => {
  if (field.kind === 'text') return checkText(field, typed.trim());
  if (field.kind === 'instant') return checkInstant(field, typed.trim());
  if (typed.trim() === '')
    return `${field.label} is required and must be ${field.kind === 'price' ? 'a valid positive number' : '1 or more'}.`;
  return field.kind === 'price' ? checkPrice(field, parse(typed)) : checkCount(field, parse(typed));
};

const checkText = (field: TextField, text: string): Verdict => {
  if (text === '') return !isRequired(field) || `${field.label} is required.`;
  const { label, maxLength } = field;
  return text.length <= maxLength || `${label} must have at most ${maxLength.toLocaleString('en-US')} letters.`;
};

const checkInstant = ({ label }: InstantField, text: string): Verdict => {
  if (text === '') return true;
  if (!INSTANT_PATTERN.test(text) || Number.isNaN(Date.parse(text)))
    return `${label} must be a moment such as 2026-11-27T18:00:00-06:00.`;
  return isWithinYears(text) || `${label} must be ${INSTANT_YEARS}.`;
};

const hasWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

const checkPrice = ({ label }: PriceField, dollars: number): Verdict => {
  if (!(dollars > 0)) return `${label} must be a valid positive number.`;
  if (!hasWholeCents(dollars)) return `${label} must have at most 2 decimals.`;
  return dollars < PRICE_BOUND || `${label} must be below ${BOUND}.`;
};

const checkCount = ({ label, max }: CountField, count: number): Verdict => {
  if (!Number.isInteger(count)) return `${label} must be a whole number.`;
  if (count < 1) return `${label} must be 1 or more.`;
  return count <= max || `${label} must be ${max.toLocaleString('en-US')} or less.`;
};
