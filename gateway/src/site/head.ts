import {
  geodeAddress,
  picturesOf,
  productOf,
  type Geode,
  type SiteConfig,
  type SitePage,
  type SiteServer,
} from '@geodes/contracts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

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
  /** What the site starts with, as `/api/config` answers it. */
  config?: SiteConfig;
  /** Path of the call whose answer the page is drawn with. */
  preload?: string;
}

const meta = (key: 'name' | 'property', name: string, content: string) =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}">`;

export const renderHead = (
  { title, description, hidden, canonical, type, image, jsonLd, preload, live, config }: Head,
  { shop, keywords }: Pick<SiteServer, 'shop' | 'keywords'>,
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
    ...(preload ? [`<link rel="preload" as="fetch" href="${escapeHtml(preload)}" crossorigin="use-credentials">`] : []),
    ...(config ? [`<script type="application/json" id="config">${escapeJson(config)}</script>`] : []),
    ...(jsonLd ? [`<script type="application/ld+json">${escapeJson(jsonLd)}</script>`] : []),
  ].join('\n    ');

export const pageHead = (page: SitePage, { picture }: Pick<SiteServer, 'picture'>, origin: string): Head => ({
  title: page.title,
  description: page.description,
  ...(page.hidden ? { hidden: true } : {}),
  canonical: origin + page.path,
  type: 'website',
  image: origin + picture,
});

export const notFoundHead = ({ notFound }: Pick<SiteServer, 'notFound'>): Head => ({
  title: notFound.title,
  description: notFound.description,
  hidden: true,
  type: 'website',
});

export const geodeHead = (geode: Geode, site: Pick<SiteServer, 'shop' | 'describe'>, origin: string): Head => {
  const [image] = picturesOf(geode, origin);
  return {
    ...site.describe(geode),
    canonical: geodeAddress(geode.id, origin),
    type: 'product',
    ...(image ? { image } : {}),
    jsonLd: productOf(geode, site.shop, origin),
  };
};
