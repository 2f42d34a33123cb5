import type { Geode } from './geodes.js';

/** Where a geode is found; absolute with an origin. */
export const geodeAddress = (id: string, origin = ''): string => `${origin}/gallery?geode=${id}`;

/** A picture's absolute address; undefined for what is neither an object path nor an http address. */
export const absolutePicture = (value: string, origin: string): string | undefined => {
  if (value.startsWith('/objects/')) return origin + value;
  return /^https?:\/\//.test(value) ? value : undefined;
};

/** All of a geode's pictures, absolute, each once. */
export const picturesOf = (geode: Geode, origin: string): string[] => {
  const pictures = [geode.imageUrl, ...geode.imageUrls].map((value) => absolutePicture(value, origin));
  return [...new Set(pictures.filter((value) => value !== undefined))];
};

/** schema.org's Product with one Offer; a stone in another checkout is not sold. */
export const productOf = (geode: Geode, shop: string, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: geode.title,
  description: geode.description,
  sku: geode.id,
  image: picturesOf(geode, origin),
  material: geode.crystalType,
  brand: { '@type': 'Brand', name: shop },
  offers: {
    '@type': 'Offer',
    url: geodeAddress(geode.id, origin),
    price: geode.price,
    priceCurrency: 'USD',
    availability: `https://schema.org/${geode.availability === 'sold' ? 'SoldOut' : 'InStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: shop },
  },
});
