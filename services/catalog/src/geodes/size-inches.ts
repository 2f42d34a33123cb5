import type { Size } from '@geodes/contracts';

/** Characters such as ½, in the way people write them out. */
const VULGAR_FRACTIONS: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

/** A fraction with or without a whole number before it, or a decimal. */
const NUMBER = /(?:(\d+)[ -]+)?(\d+)\/(\d+)|\d+(?:\.\d+)?|\.\d+/g;

/**
 * The largest number in a geode's size as the owner wrote it, in inches: `4 x 3 inches` is 4, `3 1/2"` is 3.5.
 * Null where the text has no number.
 */
export const sizeInches = (text: string): number | null => {
  const plain = text.replace(/[½⅓⅔¼¾⅛⅜⅝⅞]/g, (character) => ` ${VULGAR_FRACTIONS[character]}`).replace(/⁄/g, '/');
  const numbers = [...plain.matchAll(NUMBER)].flatMap(([found, whole = '0', above, below]) => {
    if (above === undefined || below === undefined) return [Number(found)];
    return Number(below) === 0 ? [Number(whole), Number(above)] : [Number(whole) + Number(above) / Number(below)];
  });
  const finite = numbers.filter(Number.isFinite);
  return finite.length === 0 ? null : Math.max(...finite);
};

/** What the size filter calls so, inches: from the first number on, below the second. */
export const INCHES_OF: Record<Size, [number, number]> = {
  small: [0, 3],
  medium: [3, 6],
  large: [6, Number.POSITIVE_INFINITY],
};
