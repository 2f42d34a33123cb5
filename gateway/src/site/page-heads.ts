import {
  geodeAddress,
  picturesOf,
  productOf,
  type Geode,
  type GeodePage,
  type SiteConfig,
  type SitePage,
  type SiteServer,
} from '@geodes/contracts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Serialises JSON for a script element: nothing in it can end the element or open a comment. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The head of one document. Three kinds of document have one: every page of the site (web/src/app/metadata.ts lists
 * them), the gallery with an open geode, and the not-found page.
 */
export interface Head {
  title: string;
  description: string;
  hidden?: boolean;
  /** Absolute URL; undefined for the not-found page. */
  canonical?: string;
  type: 'website' | 'product';
  /** Absolute URL. */
  image?: string;
  jsonLd?: unknown;
  /** The id of the newest live event at render time; the page opens its live stream from there. */
  live?: number | undefined;
  /** The response of `/api/config`, so that the site need not fetch it. */
  config?: SiteConfig;
  /** Path of the request whose response the first view shows. */
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

/** The head of a list whose link preview has the picture of its first geode. */
export const listHead = (head: Head, { geodes: [first] }: GeodePage, origin: string): Head => {
  const image = first && picturesOf(first, origin)[0];
  return image ? { ...head, image } : head;
};

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
