/** Reply of GET /api/config: the site's public configuration. */
export interface SiteConfig {
  square: {
    environment: 'simulator' | 'sandbox' | 'production';
    applicationId: string;
    locationId: string;
    scriptUrl: string;
  };
  /** A phone or location that the owner emptied is `''`. */
  contact: { email: string; phone: string; location: string };
  /** What the owner wrote in the panel; missing if empty. */
  hours?: string;
  legalName?: string;
  /** Lines of text. */
  postalAddress?: string;
  announcement?: string;
}

/** A page of the site. */
export interface SitePage {
  path: string;
  /** True if search engines must not index it. */
  hidden: boolean;
}

/** The API query whose reply a page is rendered with. */
export interface SiteQuery {
  endpointName: 'getFeatured' | 'getGeodes' | 'getGeode' | 'getShowcase';
  /** The argument of the page's hook: a list's query string or a geode's id. */
  arg: string | undefined;
  /** Path of the API call, under /api. */
  path: string;
}

/** The canonical URL and the query of a page. */
export interface SiteView {
  /** The URL without parameters that the site does not read. */
  url: string;
  query: SiteQuery | undefined;
}

/** The `site` export of the site's server build. */
export interface SiteServer {
  /** All pages, in sitemap order. */
  pages: SitePage[];
  /** Loads the modules for rendering; call it before the first render. */
  prepare(): Promise<void>;
  /** Resolves a URL (path and query); returns undefined if there is no such page. */
  view(url: string): SiteView | undefined;
  /**
   * Returns title, canonical link, meta tags and JSON-LD as HTML, for the URL of a view or, as "not found", for one without a
   * page. `data` is the reply to its query, if there is one.
   */
  head(url: string, origin: string, data?: unknown): string;
  /** Renders the HTML of a page, with the reply to its query if there is one. Throws errors of components. */
  render(url: string, config: SiteConfig, data?: unknown): string;
}
