import type { Category, Tier } from '@geodes/contracts';
import { saleTimeText } from '@geodes/contracts/sale-time';
import type { ShownAvailability } from './availability.js';

type Place = 'Keokuk' | 'Hamilton' | 'Special';

/** Returns the badge of a location: the town it names, else Special. */
export const placeOf = (location: string): Place => {
  const text = location.toLowerCase();
  if (text.includes('keokuk')) return 'Keokuk';
  return text.includes('hamilton') ? 'Hamilton' : 'Special';
};

export const tierNames: Record<Exclude<Tier, ''>, string> = {
  S: 'Museum Quality',
  A: 'Excellent',
  B: 'Great',
  C: 'Good',
};

export const categoryNames: Record<Category, string> = {
  individual: 'Individual',
  'gift-box': 'Gift Box',
  'mystery-pack': 'Mystery Pack',
};

/** A fraction with or without a whole number before it, or a decimal. */
const NUMBER = /(?:(\d+)[ -]+)?(\d+)\/(\d+)|\d+(?:\.\d+)?|\.\d+/g;

/** Returns the largest number in a free-text size, inches, as the catalogue's `size_in_inches` does; null if there is none. */
export const inchesOf = (size: string): number | null => {
  // ½ is 1⁄2, with a fraction slash
  const plain = size.replace(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign.normalize('NFKC')}`).replaceAll('⁄', '/');
  const numbers = [...plain.matchAll(NUMBER)].map(([text, whole = 0, over, under]) => {
    if (!under) return Number(text);
    return Number(under) === 0 ? Math.max(Number(whole), Number(over)) : Number(whole) + Number(over) / Number(under);
  });
  return numbers.length > 0 ? Math.max(...numbers) : null;
};

const formation: Record<Place, string> = {
  Keokuk:
    'Keokuk stands where Iowa ends, between two rivers. Its geodes grew in the mud of an old sea, later turned to shale and limestone, in hollows that silica lined layer by layer.',
  Hamilton:
    'Hamilton lies across the river from Keokuk, on the same old sea floor. Its geodes grew in hollows of the limestone, filled slowly by water that carried silica.',
  Special:
    'It comes from the country round Keokuk and Hamilton, where geodes grew in hollows of an old sea floor, filled slowly by water that carried silica.',
};

const valueText = (quantity: number): string => {
  if (quantity === 0) return 'It has found its owner. What cannot be made again tends to be kept.';
  return quantity === 1
    ? 'There is one of it. What cannot be made again tends to be kept.'
    : 'A small find of like stones. Each is still its own, and the find will not come again.';
};

/** Returns the texts about a specimen, by its origin and quantity, which is 0 if it is sold. */
export const aboutSpecimen = (
  location: string,
  quantity: number,
): { formation: string; authenticity: string; value: string } => ({
  formation: formation[placeOf(location)],
  authenticity: 'Authentic: a natural stone, neither dyed nor assembled.',
  value: valueText(quantity),
});

/** Returns the availability as a sentence. */
export const stockText = (
  availability: ShownAvailability,
  { quantity = 1, availableFrom }: { quantity?: number | undefined; availableFrom?: string | null | undefined },
): string => {
  if (availability === 'upcoming') return availableFrom ? `On sale ${saleTimeText(availableFrom)}` : 'On sale soon';
  if (availability === 'own') return 'In your checkout right now.';
  if (availability === 'held') return 'In another checkout right now.';
  if (availability === 'sold') return 'Sold. There is none left.';
  return quantity > 1 ? `Available. ${quantity} of this find.` : 'Available. Only one exists.';
};
