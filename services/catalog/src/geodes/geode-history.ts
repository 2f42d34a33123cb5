import { dollars } from '@geodes/contracts';
import type { KnownFields } from '@geodes/kit/audit-log';
import type { Geode } from './geode.entity.js';

/** A geode as its history tells it: what the owner decides, in the words of his form. */
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
