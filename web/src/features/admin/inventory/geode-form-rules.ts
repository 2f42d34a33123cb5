import type { Geode } from '@geodes/contracts';
import { NONE, OTHER_PLACE, type GeodeForm } from './geode-form.js';
import type { UnfinishedPictures } from '../pictures/pictures-field.js';

/** What the server takes at most: letters, units, dollars. */
export const MAX_LENGTH = { title: 200, description: 5000, size: 100, otherPlace: 200 } as const;
const MAX_UNITS = 10_000;
const PRICE_LIMIT = 1_000_000;

type Verdict = true | string;

const requireText = (value: string, words: string): Verdict => (value.trim() !== '' && value !== NONE) || words;

const hasWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

const price = (value: string): Verdict => {
  if (value.trim() === '') return 'Price is required and must be a valid positive number.';
  const dollars = Number(value);
  if (!(dollars > 0)) return 'Price must be a valid positive number.';
  if (!hasWholeCents(dollars)) return 'Price must have at most 2 decimals.';
  return dollars < PRICE_LIMIT || 'Price must be below $1,000,000.';
};

/** A geode with nothing on sale keeps its 0: its other fields are edited without putting it back on sale. */
const quantity = (value: string, geode: Geode | undefined): Verdict => {
  if (value.trim() === '') return 'Quantity is required and must be 1 or more.';
  const units = Number(value);
  if (geode && units === geode.quantity) return true;
  if (!Number.isInteger(units)) return 'Quantity must be a whole number.';
  if (units < 1) return 'Quantity must be 1 or more.';
  return units <= MAX_UNITS || 'Quantity must be 10,000 or less.';
};

const pictures = (kept: string[], { uploading, failed }: UnfinishedPictures): Verdict => {
  if (failed > 0) return 'Not every picture is uploaded. Try those again or remove them.';
  if (uploading > 0) return 'Please wait until every picture is uploaded.';
  return kept.length > 0 || 'Please upload an image for the geode.';
};

/** The rules of the geode form, each a verdict for react-hook-form: true, or what is wrong in words. */
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
