/** Reply of GET /api/config: public configuration that the site needs at run time. */
export interface SiteConfig {
  square: {
    environment: 'simulator' | 'sandbox' | 'production';
    applicationId: string;
    locationId: string;
    scriptUrl: string;
  };
  contact: { email: string; phone: string; location: string };
}

/** Reply of POST /api/objects/upload. */
export interface Upload {
  objectPath: string;
}

/** Reply of POST /api/admin/login and verify. */
export interface Authenticated {
  authenticated: true;
}

/**
 * What the site says of itself, written by its build into `site-pages.json` for the gateway: the one source of titles,
 * descriptions and texts. `{{name}}` stands for a value that the gateway fills in, `{{{name}}}` for HTML.
 */
export interface SitePages {
  shop: string;
  keywords: string;
  /** Path of the picture that messengers show of a page without one of its own. */
  picture: string;
  /** Every address of the site, in the order of the sitemap. */
  pages: SitePage[];
  notFound: Omit<SitePage, 'path'>;
  /** With {{title}}. */
  geodeTitle: string;
  /** HTML of parts that repeat, and of an open geode. */
  parts: SiteParts;
  /** Links for the head that fetch what the first view needs before a script asks for it. */
  preloads: SitePreloads;
}

export interface SitePreloads {
  /** {{address}} of a call. */
  answer: string;
  /** {{picture}}: name of a picture under /objects, as large as the home page, a card and an open geode show it. */
  hero: string;
  card: string;
  detail: string;
}

export interface SitePage {
  path: string;
  title: string;
  description: string;
  /** Kept out of search engines. */
  hidden: boolean;
  /** HTML for readers without script: with {{email}}, {{phone}}, {{place}}, and {{{stones}}} or {{{pieces}}}. */
  body: string;
}

export interface SiteParts {
  /** {{href}}, {{title}}, {{picture}}, {{price}}, {{location}}, {{size}}, {{state}}, {{description}}. */
  stone: string;
  /** {{{stones}}}; round the stones of the gallery. */
  stones: string;
  /** {{first}}, {{last}}, {{total}}. */
  count: string;
  /** Where there are no stones. */
  noStones: string;
  /** {{{links}}}. */
  pager: string;
  /** {{href}}, {{page}}; a link to another page, and to the one that is shown. */
  pageLink: string;
  currentPage: string;
  /** {{title}}, {{description}}; {{{pictures}}}. */
  piece: string;
  /** {{{pieces}}}; round the pieces of the showcase. */
  pieces: string;
  noPieces: string;
  /** {{picture}}, {{title}}. */
  picture: string;
  /** What `stone` has, {{crystalType}}, {{quantity}} and {{formation}}; {{{pictures}}}. */
  openGeode: string;
  /** How stones of a place came to be. */
  formation: { Keokuk: string; Hamilton: string; Special: string };
  available: string;
  held: string;
  sold: string;
}
