import { dollars, type Geode as GeodeView } from '@geodes/contracts';
import type { KnownFields } from '@geodes/kit/audit-log';
import { availability } from './availability.js';
import type { Geode } from './geode.entity.js';

/** Maps a geode to its form in the API. */
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

/** Maps a geode to its form in the owner's inventory, which includes the units sold. */
export const inventoryView = (geode: Geode): GeodeView => ({ ...geodeView(geode), soldQuantity: geode.unitsSold });

/** Maps a geode to the fields in its history: those of the owner's form, under the form's names. */
export const geodeHistoryFields = (geode: Geode): KnownFields => ({
  title: geode.title,
  description: geode.description,
  price: dollars(geode.priceCents),
  size: geode.size,
  location: geode.location,
  crystalType: geode.crystalType,
  quantity: geode.unitsAvailable,
  tier: geode.tier,
  category: geode.category,
  isFeatured: geode.isFeatured,
  imageUrls: geode.imageUrls,
});
