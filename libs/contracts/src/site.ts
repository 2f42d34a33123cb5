import { IsString, MaxLength } from 'class-validator';
import type { Availability } from './geodes.js';

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

/** Body of POST /api/admin/login. */
export class LoginBody {
  @IsString() @MaxLength(100) pin!: string;
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
  parts: SiteParts;
  /** A link for the head that fetches what the first view will ask for; {{address}} of the call. */
  preload: string;
}

export interface SitePage {
  path: string;
  title: string;
  description: string;
  /** Kept out of search engines. */
  hidden: boolean;
  /** HTML until its script runs: {{email}}, {{phone}}, {{place}}, {{count}}; {{{hero}}}, {{{stones}}} or {{{pieces}}}. */
  body: string;
}

/** HTML of parts, with their places for values as text, {{so}}, and for HTML, {{{so}}}. */
export interface SiteParts {
  /** {{picture}}: name of a picture under /objects; {{title}}, {{location}}, {{crystalType}}, {{size}}. */
  hero: string;
  /** Where nothing is featured. */
  noHero: string;
  /** {{href}}, {{title}}, {{price}}, {{size}}, {{state}}, {{description}}; {{{photo}}}, {{{badges}}}, {{{strip}}}, {{{buy}}}. */
  stone: string;
  /** {{{stones}}}; round the stones of the gallery. */
  stones: string;
  /** Follows the stones of a full page. */
  gradingKey: string;
  /** {{first}}, {{last}}, {{total}}. */
  count: string;
  /** Where there are no stones. */
  noStones: string;
  /** Where filters leave nothing. */
  noSuchStones: string;
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
  /** {{picture}}, {{title}}: an address of any picture. */
  picture: string;
  /** {{picture}}: name of a picture under /objects; {{title}}. By how soon it is seen, and by where. */
  photo: { first: string; now: string; later: string; large: string; thumb: string };
  /**
   * {{title}}, {{price}}, {{size}}, {{state}}, {{description}}, {{crystalType}}, {{location}}, {{quantity}}, {{formation}};
   * {{{photo}}}, {{{featured}}}, {{{thumbs}}}, {{{pictures}}}, {{{badges}}}, {{{buy}}}.
   */
  openGeode: string;
  /** {{{photo}}}; of a view that could be chosen, and of the one that is shown. */
  thumb: string;
  currentThumb: string;
  /** {{{thumbs}}}; round them. */
  thumbs: string;
  /** The mark of a featured stone. */
  featured: string;
  badges: {
    place: { Keokuk: string; Hamilton: string; Special: string };
    tier: Record<string, string>;
    longTier: Record<string, string>;
    category: Record<string, string>;
  };
  /** What lies over the picture of a stone, and the button that buys it. */
  strip: Record<Availability, string>;
  buy: Record<Availability, string>;
  /** {{title}}; the button that buys an open geode, and its heart. */
  buyOpen: Record<Availability, string>;
  /** How stones of a place came to be. */
  formation: { Keokuk: string; Hamilton: string; Special: string };
  /** In words. */
  stock: Record<Availability, string>;
}
