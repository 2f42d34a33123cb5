import type { Geode } from '@geodes/contracts';

/** A geode for tests. */
export const sampleGeode: Geode = {
  id: '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a',
  title: 'Evening Amethyst',
  description: 'Violet points in a hollow ringed by blue chalcedony. '.repeat(3),
  price: '129.00',
  size: '4.25 inches',
  location: 'Hamilton, Illinois',
  crystalType: 'Amethyst',
  imageUrl: '/objects/amethyst.jpg',
  imageUrls: ['/objects/amethyst.jpg'],
  quantity: 1,
  availableQuantity: 1,
  tier: 'S',
  category: 'individual',
  isAvailable: true,
  availability: 'available',
  isFeatured: false,
  isDraft: false,
  availableFrom: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
