import type { Geode, SitePage, SitePages } from '@geodes/contracts';
import { escapeHtml } from './fill.js';

/** JSON that may stand in a script element: nothing in it can end the element or open a comment. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What stands in the head of one address. */
export interface Head {
  title: string;
  description: string;
  hidden?: boolean;
  /** Absolute. None: the page has no address of its own (not found). */
  canonical?: string;
  type: 'website' | 'product';
  /** Absolute. */
  image?: string;
  jsonLd?: unknown;
  /** Number of the last live event when the page was made: the page follows the shop from there. */
  live?: number | undefined;
  /** HTML of a link that fetches what the first view needs. */
  preload?: string;
}

const meta = (key: 'name' | 'property', name: string, content: string) =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}">`;

export const renderHead = (
  { title, description, hidden, canonical, type, image, jsonLd, preload, live }: Head,
  { shop, keywords }: Pick<SitePages, 'shop' | 'keywords'>,
): string =>
  [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('name', 'keywords', keywords),
    ...(hidden ? [meta('name', 'robots', 'noindex')] : []),
    ...(canonical
      ? [`<link rel="canonical" href="${escapeHtml(canonical)}">`, meta('property', 'og:url', canonical)]
      : []),
    meta('property', 'og:type', type),
    meta('property', 'og:site_name', shop),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...(image ? [meta('property', 'og:image', image)] : []),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    ...(image ? [meta('name', 'twitter:image', image)] : []),
    ...(live === undefined ? [] : [meta('name', 'live', String(live))]),
    ...(preload ? [preload] : []),
    ...(jsonLd ? [`<script type="application/ld+json">${escapeJson(jsonLd)}</script>`] : []),
  ].join('\n    ');

export const pageHead = (page: SitePage, { picture }: Pick<SitePages, 'picture'>, origin: string): Head => ({
  title: page.title,
  description: page.description,
  ...(page.hidden ? { hidden: true } : {}),
  canonical: origin + page.path,
  type: 'website',
  image: origin + picture,
});

export const notFoundHead = ({ notFound }: Pick<SitePages, 'notFound'>): Head => ({
  title: notFound.title,
  description: notFound.description,
  hidden: true,
  type: 'website',
});

export const geodeAddress = (id: string, origin = ''): string => `${origin}/gallery?geode=${id}`;

/** A picture's absolute address; undefined for what is neither an object path nor an http address. */
export const absolutePicture = (value: string, origin: string): string | undefined => {
  if (value.startsWith('/objects/')) return origin + value;
  return /^https?:\/\//.test(value) ? value : undefined;
};

const shortened = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, '')}…`;
};

const picturesOf = (geode: Geode, origin: string): string[] => {
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

export const geodeHead = (
  geode: Geode,
  site: Pick<SitePages, 'shop' | 'geodeTitle' | 'picture'>,
  origin: string,
): Head => {
  const [image] = picturesOf(geode, origin);
  return {
    title: site.geodeTitle.replace('{{title}}', () => geode.title),
    description: shortened(geode.description),
    canonical: geodeAddress(geode.id, origin),
    type: 'product',
    ...(image ? { image } : {}),
    jsonLd: productOf(geode, site.shop, origin),
  };
};
