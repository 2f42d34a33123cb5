import { Inject, Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { isUUID } from 'class-validator';
import { LRUCache } from 'lru-cache';
import { type Geode, GeodeQuery, type SiteConfig, type SiteQuery, type SiteView } from '@geodes/contracts';
import { AppError, Bus, LOGGER, type Logger } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { type Draft, ResponseCache, type CachedResponse } from '../http/response-cache.js';
import { LiveHub } from '../live/live-hub.js';
import { BuiltSite } from './built-site.js';
import { geodeHead, type Head, notFoundHead, pageHead, renderHead } from './head.js';

/** A page is better without its list than late. */
const LIST_LIMIT = { timeoutMs: 2_000 };
const NOT_FOUND = '/not-found';
/** Characters of rendered pages and of the answers they were rendered with. */
const MAX_RENDERED = 4 * 1024 * 1024;

/** What the site needs at run time: written into each document, and answered at `/api/config`. */
export const siteConfig = (config: GatewayConfig): SiteConfig => ({
  square: {
    environment: config.SQUARE_ENVIRONMENT,
    applicationId: config.SQUARE_APPLICATION_ID,
    locationId: config.SQUARE_LOCATION_ID,
    scriptUrl: config.SQUARE_SCRIPT_URL,
  },
  contact: { email: config.CONTACT_EMAIL, phone: config.CONTACT_PHONE, location: config.CONTACT_LOCATION },
});

/** The site's HTML: one document, with each address's own head and its page as the site itself draws it. */
@Injectable()
export class Documents {
  private readonly siteConfig: SiteConfig;
  /** By URL. Most changes of the catalogue leave most pages as they are. */
  private readonly rendered = new LRUCache<string, { from: string; html: string }>({
    maxSize: MAX_RENDERED,
    sizeCalculation: ({ from, html }) => from.length + html.length + 1,
  });

  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly replies: ResponseCache,
    private readonly live: LiveHub,
    private readonly site: BuiltSite,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.siteConfig = siteConfig(config);
  }

  /**
   * The document at a URL (path and query). Never throws: while catalog is away the site itself says so, with status 503 for
   * an open geode.
   */
  at(url: string): Promise<CachedResponse> {
    const view = this.site.pages.view(url);
    if (!view || (view.query?.endpointName === 'getGeode' && !isUUID(view.query.arg)))
      return this.replies.get('document:not-found', () => Promise.resolve(this.notFound()));
    return this.replies.get(`document:${view.url}`, () => this.read(view));
  }

  private async read(view: SiteView): Promise<Draft> {
    const { page, url, query } = view;
    const { pages } = this.site;
    const head = pageHead(page, pages, this.config.publicOrigin);
    if (!query) return this.document(head, url);
    const isGeode = query.endpointName === 'getGeode';
    try {
      const answer = await this.answer(query);
      const own = isGeode ? geodeHead(answer as Geode, pages, this.config.publicOrigin) : head;
      return this.document({ ...own, preload: `/api${query.path}` }, url, answer);
    } catch (error) {
      if (!isGeode) return this.document(head, url);
      if (error instanceof AppError && error.code === 'NOT_FOUND') return this.notFound();
      return this.document(head, page.path, undefined, 503);
    }
  }

  private answer({ endpointName, arg }: SiteQuery): Promise<unknown> {
    if (endpointName === 'getFeatured') return this.bus.call('catalog.list-featured', {}, LIST_LIMIT);
    if (endpointName === 'getShowcase') return this.bus.call('catalog.list-showcase', {}, LIST_LIMIT);
    if (endpointName === 'getGeode') return this.bus.call('catalog.get-geode', { id: arg ?? '' }, LIST_LIMIT);
    const query = plainToInstance(GeodeQuery, Object.fromEntries(new URLSearchParams(arg)));
    return this.bus.call('catalog.list-geodes', query, LIST_LIMIT);
  }

  private notFound(): Draft {
    return this.document(notFoundHead(this.site.pages), NOT_FOUND, undefined, 404);
  }

  private document(head: Head, url: string, answer?: unknown, status = 200): Draft {
    const whole = { ...head, live: this.live.position, config: this.siteConfig };
    return {
      status,
      contentType: 'text/html; charset=utf-8',
      body: this.site.document(renderHead(whole, this.site.pages), this.render(url, answer)),
    };
  }

  /** Where a component throws, the page has its head and status, and the site's script draws it. */
  private render(url: string, answer: unknown): string {
    const from = JSON.stringify(answer) ?? '';
    const before = this.rendered.get(url);
    if (before?.from === from) return before.html;
    try {
      const html = this.site.pages.render(url, this.siteConfig, answer);
      this.rendered.set(url, { from, html });
      return html;
    } catch (err) {
      this.logger.error({ err, url }, 'a page could not be rendered');
      return '';
    }
  }
}
