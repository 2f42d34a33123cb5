import type { ShownAvailability } from './availability.js';

/** What is said of it where there is room for a sentence. */
export const stockText = (availability: ShownAvailability, quantity: number): string => {
  if (availability === 'own') return 'In your checkout right now.';
  if (availability === 'held') return 'In another checkout right now.';
  if (availability === 'sold') return 'Sold. There is none left.';
  return quantity > 1 ? `Available. ${quantity} of this find.` : 'Available. Only one exists.';
};
