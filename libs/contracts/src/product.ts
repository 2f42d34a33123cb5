import type { Geode } from './geodes.js';

/** Returns the path of a geode's page, or its URL if an origin is given. */
export const geodePageUrl = (id: string, origin = ''): string => `${origin}/gallery?geode=${id}`;

/** Returns a picture's absolute URL; undefined if the value is neither an object path nor an http URL. */
export const absolutePicture = (value: string, origin: string): string | undefined => {
  if (value.startsWith('/objects/')) return origin + value;
  return /^https?:\/\//.test(value) ? value : undefined;
};

/** Returns the distinct absolute URLs of a geode's pictures. */
export const picturesOf = (geode: Geode, origin: string): string[] => {
  const pictures = [geode.imageUrl, ...geode.imageUrls].map((value) => absolutePicture(value, origin));
  return [...new Set(pictures.filter((value) => value !== undefined))];
};

const availabilityIn = ({ availability, availableFrom }: Geode) => {
  if (availability === 'sold') return { availability: 'https://schema.org/SoldOut' };
  // not PreOrder: orders are refused until then
  return availability === 'upcoming'
    ? { availability: 'https://schema.org/OutOfStock', availabilityStarts: availableFrom }
    : { availability: 'https://schema.org/InStock' };
};

/** Builds schema.org's Product with one Offer. A held geode still counts as in stock. */
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
    url: geodePageUrl(geode.id, origin),
    price: geode.price,
    priceCurrency: 'USD',
    ...availabilityIn(geode),
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: shop },
  },
});
