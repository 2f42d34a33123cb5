import { IsString, MaxLength } from 'class-validator';
import type { Geode } from './geodes.js';

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

/** A page of the site and what its head says. */
export interface SitePage {
  path: string;
  title: string;
  description: string;
  /** Kept out of search engines. */
  hidden: boolean;
}

/** The query of the site whose answer a page is drawn with. */
export interface SiteQuery {
  endpointName: 'getFeatured' | 'getGeodes' | 'getGeode' | 'getShowcase';
  /** As the page's own hook gives it: of a list its query string, of a geode its id. */
  arg: string | undefined;
  /** Path of the call behind it, under /api. */
  path: string;
}

/** What the address of a page asks for. */
export interface SiteView {
  page: SitePage;
  /** The address without what the site does not read in it. */
  url: string;
  query: SiteQuery | undefined;
}

/** What the site's build for the server exports as `site`. */
export interface SiteServer {
  shop: string;
  keywords: string;
  /** Path of the picture that messengers show of a page without one of its own. */
  picture: string;
  /** Every page, in the order of the sitemap. */
  pages: SitePage[];
  notFound: SitePage;
  /** Loads what pages are rendered with, before the first of them. */
  prepare(): Promise<void>;
  /** The page at an address (path and query); undefined where there is none. */
  view(url: string): SiteView | undefined;
  /** What the head of an open geode says. */
  describe(geode: Geode): Pick<SitePage, 'title' | 'description'>;
  /** HTML of the page at an address, with the answer to its query where there is one. Throws what a component throws. */
  render(url: string, config: SiteConfig, answer?: unknown): string;
}
