import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { cutText } from '@geodes/contracts/cut-text';

export interface PageMetadata {
  title: string;
  description: string;
  /** Excluded from search engines; `not-found` pages have no canonical URL either. */
  hidden?: 'owner' | 'not-found';
  /** Path or URL of the social preview picture. */
  image?: string;
  isProduct?: boolean;
}

export const SHOP = 'Midwest Geodes';
const titled = (title: string) => `${title} · ${SHOP}`;

/** Metadata of each page, by path. The server writes it into the HTML, the site into the head on navigation. */
export const pages = {
  '/': {
    title: `${SHOP} · One-of-a-kind geodes from Keokuk and Hamilton`,
    description:
      'Premium Midwest specimens from Keokuk, Iowa and Hamilton, Illinois. Each geode is unique, so only one person can own it.',
  },
  '/gallery': {
    title: titled('Gallery'),
    description:
      'Browse authentic geodes and mineral specimens from Keokuk, Iowa and Hamilton, Illinois: quartz, calcite, chalcedony and pyrite, each one of a kind.',
  },
  '/showcase': {
    title: titled('Showcase'),
    description: 'The personal collection of Midwest Geodes: exceptional specimens on display, not for sale.',
  },
  '/our-story': {
    title: titled('Our Story'),
    description:
      'How Midwest Geodes finds, opens and grades geodes in the country where Iowa and Illinois meet at the river.',
  },
  '/wishlist': { title: titled('Wishlist'), description: 'The geodes you saved at Midwest Geodes.' },
  '/track-order': {
    title: titled('Track Order'),
    description: 'Look up your orders at Midwest Geodes with the email address you ordered with. No account needed.',
  },
  '/terms': {
    title: titled('Terms of Service'),
    description: 'The terms of service of Midwest Geodes: orders, payment, shipping and returns.',
  },
  '/return-policy': {
    title: titled('Return Policy'),
    description: 'All sales are final. Damage in shipping must be reported within 48 hours with photos.',
  },
  '/logo-preview': {
    title: titled('Logo Preview'),
    description: 'Drawn logos of Midwest Geodes, for internal use.',
    hidden: 'owner',
  },
  '/ads': {
    title: titled('Ads'),
    description: 'Social advertisement templates of Midwest Geodes, for internal use.',
    hidden: 'owner',
  },
  '/facebook-banner': {
    title: titled('Facebook Banner'),
    description: 'The cover image template of Midwest Geodes, for internal use.',
    hidden: 'owner',
  },
  '/admin': { title: titled('Admin'), description: 'For the owner of Midwest Geodes.', hidden: 'owner' },
  '/admin/panel': { title: titled('Admin Panel'), description: 'For the owner of Midwest Geodes.', hidden: 'owner' },
} as const satisfies Record<string, PageMetadata>;

export const notFound = {
  title: titled('Page Not Found'),
  description: 'The page does not exist or has moved.',
  hidden: 'not-found',
} as const satisfies PageMetadata;

const MAX_DESCRIPTION = 160;

const shortened = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= MAX_DESCRIPTION ? plain : `${cutText(plain, MAX_DESCRIPTION - 3).replace(/\s\S*$/, '')}…`;
};

/** Returns the metadata of the gallery while a geode is open. */
export const geodeMetadata = (geode: { title: string; description: string; imageUrl?: string }): PageMetadata => ({
  title: titled(geode.title),
  description: shortened(geode.description),
  image: geode.imageUrl,
  isProduct: true,
});

/** The query of the gallery that lists what goes on sale later. */
export const COMING_SOON = '?available=upcoming';

/** Returns the metadata of that list, with the picture of its first geode. */
export const comingSoonMetadata = (first: { imageUrl?: string } | undefined): PageMetadata => ({
  title: titled('Coming Soon'),
  description:
    'Geodes that go on sale at an appointed moment, for everybody at once. Each is one of a kind: see when, and be there.',
  image: first?.imageUrl,
});

const KEYWORDS =
  'geodes, Keokuk geodes, Hamilton Illinois, mineral specimens, quartz, calcite, chalcedony, amethyst, pyrite, crystals';

/** Social preview of pages without their own picture: a file of the site, 1200 × 630. */
const SOCIAL_PICTURE = '/social.jpg';

/** A meta tag; without content, the page has none. */
type Meta = [attribute: 'name' | 'property', key: string, content: string | undefined];

/** Returns title, canonical URL, description, keywords and social tags of the page at a URL (path and query). */
export const headOf = (
  { title, description, hidden, image = SOCIAL_PICTURE, isProduct }: PageMetadata,
  origin: string,
  url: string,
) => {
  const isPage = hidden !== 'not-found';
  const canonical = isPage ? origin + url : undefined;
  const picture = isPage ? image.replace(/^\//, `${origin}/`) : undefined;
  const metas: Meta[] = [
    ['name', 'description', description],
    ['name', 'keywords', KEYWORDS],
    ['name', 'robots', hidden && 'noindex'],
    ['property', 'og:site_name', SHOP],
    ['property', 'og:type', isProduct ? 'product' : 'website'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', canonical],
    ['property', 'og:image', picture],
    ['name', 'twitter:card', picture ? 'summary_large_image' : 'summary'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', picture],
  ];
  return { title, canonical, metas };
};

/** Sets a meta tag, or removes it if there is no content. */
const setMeta = ([attribute, key, content]: Meta): void => {
  const present = document.head.querySelector(`meta[${attribute}="${key}"]`);
  if (content === undefined) return present?.remove();
  const tag = present ?? document.head.appendChild(document.createElement('meta'));
  tag.setAttribute(attribute, key);
  tag.setAttribute('content', content);
};

const canonicalLink = () => document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');

const setCanonical = (url: string | undefined): void => {
  if (url === undefined) return canonicalLink()?.remove();
  const link = canonicalLink() ?? document.head.appendChild(document.createElement('link'));
  Object.assign(link, { rel: 'canonical', href: url });
};

/**
 * Origin from the canonical link, which the gateway wrote: only it knows the public URL. The HTML of "not found" has none;
 * then it is the origin that the visitor sees.
 */
let origin: string | undefined;

/** Returns the JSON-LD script that describes the open geode and its price. */
export const productScript = (): Element | null => document.head.querySelector('script[type="application/ld+json"]');

/** Writes the head of the page at a URL (path and query). */
const describePage = (metadata: PageMetadata, url: string): void => {
  origin ??= new URL(canonicalLink()?.href ?? location.href).origin;
  // The server's JSON-LD describes only the geode that the HTML was made for.
  if (!metadata.isProduct) productScript()?.remove();
  const { title, canonical, metas } = headOf(metadata, origin, url);
  document.title = title;
  setCanonical(canonical);
  metas.forEach(setMeta);
};

/** Returns the path of a page as links write it: `/Gallery/` shows `/gallery`. */
export const pagePath = (pathname: string): string => pathname.toLowerCase().replace(/(?<=.)\/+$/, '');

/** Writes a page's metadata into the head. `search` is part of the page's canonical URL, if any. */
export const useMetadata = ({ title, description, hidden, image, isProduct }: PageMetadata, search = ''): void => {
  const { pathname } = useLocation();
  useEffect(
    () => describePage({ title, description, hidden, image, isProduct }, pagePath(pathname) + search),
    [title, description, hidden, image, isProduct, pathname, search],
  );
};
