export interface PageMetadata {
  title: string;
  description: string;
}

const SHOP = 'Midwest Geodes';

/** What each public page says of itself. The gateway writes the same into the HTML of the first page. */
export const pages = {
  home: {
    title: `${SHOP} | One-of-a-kind geodes from Keokuk and Hamilton`,
    description:
      'Premium Midwest specimens: natural geodes from Keokuk, Iowa and Hamilton, Illinois. Each is unique, found once and sold once.',
  },
  gallery: {
    title: `Gallery | ${SHOP}`,
    description:
      'Browse one-of-a-kind geodes and mineral specimens by location, crystal type, size and price. Free shipping on all orders (limited time).',
  },
  showcase: {
    title: `Showcase | ${SHOP}`,
    description: 'The finest geodes of our personal collection. To be looked at, not for sale.',
  },
  ourStory: {
    title: `Our Story | ${SHOP}`,
    description: 'Two river towns, one kind of stone: how our geodes are found, opened, graded and named.',
  },
  wishlist: { title: `Wishlist | ${SHOP}`, description: 'The geodes you have saved.' },
  trackOrder: { title: `Track Order | ${SHOP}`, description: 'Look up your orders by email. No password is needed.' },
  terms: { title: `Terms of Service | ${SHOP}`, description: 'The terms under which we sell our specimens.' },
  returnPolicy: {
    title: `Return Policy | ${SHOP}`,
    description: 'All sales are final. Damage in shipping is reported within 48 hours, with photos.',
  },
  notFound: { title: `Page Not Found | ${SHOP}`, description: 'This page does not exist or has moved.' },
} satisfies Record<string, PageMetadata>;

const KEYWORDS =
  'geodes, Keokuk geodes, Hamilton geodes, mineral specimens, quartz, amethyst, calcite, chalcedony, pyrite';

const setMeta = (attribute: 'name' | 'property', key: string, content: string): void => {
  const selector = `meta[${attribute}="${key}"]`;
  const tag = document.head.querySelector(selector) ?? document.head.appendChild(document.createElement('meta'));
  tag.setAttribute(attribute, key);
  tag.setAttribute('content', content);
};

/** Writes title, description, keywords, social tags and the canonical link. The path stands for the page's own address. */
export const describePage = ({ title, description }: PageMetadata, path: string): void => {
  const canonical =
    document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]') ??
    document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'canonical' }));
  // The gateway knows the public address; behind a proxy the browser may not.
  const origin = new URL(canonical.href || '/', window.location.href).origin;
  canonical.href = `${origin}${path}`;
  document.title = title;
  setMeta('name', 'description', description);
  setMeta('name', 'keywords', KEYWORDS);
  setMeta('property', 'og:site_name', SHOP);
  setMeta('property', 'og:type', 'website');
  setMeta('property', 'og:title', title);
  setMeta('property', 'og:description', description);
  setMeta('property', 'og:url', canonical.href);
  setMeta('name', 'twitter:card', 'summary_large_image');
  setMeta('name', 'twitter:title', title);
  setMeta('name', 'twitter:description', description);
};
