import type { BuyerField } from './buyer-form.js';
import { usStateCode } from './us-states.js';

const ZIP = /^\d{5}(-?\d{4})?$/;

/** Returns what to ask about a shipping field that can hardly be meant. The buyer may keep it: the shop takes any text. */
export const addressQuestion = (field: BuyerField, typed: string): string | undefined => {
  const text = typed.trim();
  if (field === 'state' && usStateCode(text) === undefined)
    return `We do not know “${text}” as a US state. Please check it, or continue to keep it.`;
  if (field === 'zipCode' && !ZIP.test(text))
    return `A US zip code has five digits. Please check “${text}”, or continue to keep it.`;
  return undefined;
};
