import { dollars, type Geode as GeodeView } from '@geodes/contracts';
import { availability } from './availability.js';
import type { Geode } from './geode.entity.js';

/** A geode as REST and the site see it. */
export const geodeView = (geode: Geode): GeodeView => {
  const state = availability(geode);
  return {
    id: geode.id,
    title: geode.title,
    description: geode.description,
    price: dollars(geode.priceCents),
    size: geode.size,
    location: geode.location,
    crystalType: geode.crystalType,
    imageUrl: geode.imageUrls[0] ?? '',
    imageUrls: geode.imageUrls,
    quantity: geode.unitsAvailable,
    availableQuantity: geode.unitsAvailable,
    tier: geode.tier,
    category: geode.category,
    isAvailable: state === 'available',
    availability: state,
    isFeatured: geode.isFeatured,
    createdAt: geode.createdAt.toISOString(),
    updatedAt: geode.updatedAt.toISOString(),
  };
};

/** A geode as its owner sees it: with what was sold of it. */
export const inventoryView = (geode: Geode): GeodeView => ({ ...geodeView(geode), soldQuantity: geode.unitsSold });
