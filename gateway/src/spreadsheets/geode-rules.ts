/** Longest texts, in characters. */
const MAX_LENGTHS = { title: 200, description: 5000, size: 100, location: 200, crystalType: 100 } as const;
const MAX_PICTURES = 20;
const MAX_UNITS = 10_000;
const PRICE_BOUND = 1_000_000;

/** True, or a message that says what is wrong. */
export type Verdict = true | string;

/** Parses a plain decimal number; NaN for other forms that JavaScript takes (`0x10`, `1e2`, ``, `Infinity`). */
const parseDecimal = (text: string): number => (/^-?(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN);

const text =
  (name: string, maxLength: number) =>
  (value: string): Verdict => {
    if (value.trim() === '') return `${name} is required.`;
    return (
      value.trim().length <= maxLength || `${name} must have at most ${maxLength.toLocaleString('en-US')} letters.`
    );
  };

const hasWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

const price = (value: string): Verdict => {
  if (value.trim() === '') return 'Price is required and must be a valid positive number.';
  const dollars = parseDecimal(value);
  if (!(dollars > 0)) return 'Price must be a valid positive number.';
  if (!hasWholeCents(dollars)) return 'Price must have at most 2 decimals.';
  return dollars < PRICE_BOUND || 'Price must be below $1,000,000.';
};

const quantity = (value: string): Verdict => {
  if (value.trim() === '') return 'Quantity is required and must be 1 or more.';
  const units = parseDecimal(value);
  if (!Number.isInteger(units)) return 'Quantity must be a whole number.';
  if (units < 1) return 'Quantity must be 1 or more.';
  return units <= MAX_UNITS || 'Quantity must be 10,000 or less.';
};

const pictures = (addresses: readonly string[]): Verdict => {
  if (addresses.length === 0) return 'Please upload an image for the geode.';
  return addresses.length <= MAX_PICTURES || `There can be ${MAX_PICTURES} pictures at most.`;
};

/** The rules and messages of the owner's form. Each takes a field as it was typed. */
export const geodeRules = {
  title: text('Title', MAX_LENGTHS.title),
  description: text('Description', MAX_LENGTHS.description),
  price,
  quantity,
  size: text('Size', MAX_LENGTHS.size),
  location: text('Location', MAX_LENGTHS.location),
  crystalType: text('Crystal type', MAX_LENGTHS.crystalType),
  pictures,
} as const;
