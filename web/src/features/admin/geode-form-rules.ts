import type { Geode } from '@geodes/contracts';
import { geodeRules, LONGEST as LONGEST_FIELDS, type Verdict } from '@geodes/contracts/geode-rules';
import { NONE, OTHER_PLACE, type GeodeForm } from './geode-form.js';
import type { UnfinishedPictures } from './pictures-field.js';

/** What the server takes at most, letters. */
export const LONGEST = { ...LONGEST_FIELDS, otherPlace: LONGEST_FIELDS.location } as const;

const chosen = (value: string): string => (value === NONE ? '' : value);

/** A geode with nothing on sale keeps its 0: its other fields are edited without putting it back on sale. */
const quantity = (value: string, geode: Geode | undefined): Verdict =>
  (geode && value.trim() !== '' && Number(value) === geode.quantity) || geodeRules.quantity(value);

const pictures = (kept: string[], { uploading, failed }: UnfinishedPictures): Verdict => {
  if (failed > 0) return 'Not every picture is uploaded. Try those again or remove them.';
  if (uploading > 0) return 'Please wait until every picture is uploaded.';
  return geodeRules.pictures(kept);
};

/**
 * The rules of the geode form, each a verdict for react-hook-form: true, or what is wrong in words. What is asked of a
 * new geode is the shop's own, also for an import.
 */
export const geodeFormRules = (geode: Geode | undefined) => ({
  title: geodeRules.title,
  description: geodeRules.description,
  price: geodeRules.price,
  quantity: (value: string) => quantity(value, geode),
  size: geodeRules.size,
  location: (value: string) => value === OTHER_PLACE || geodeRules.location(chosen(value)),
  otherPlace: (value: string, { location }: GeodeForm) => location !== OTHER_PLACE || geodeRules.location(value),
  crystalType: (value: string) => geodeRules.crystalType(chosen(value)),
  pictures,
});
