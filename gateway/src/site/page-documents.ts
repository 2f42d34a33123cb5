import { Inject, Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { isUUID } from 'class-validator';
import { LRUCache } from 'lru-cache';
import {
  type Geode,
  type GeodePage,
  GeodeQuery,
  type SiteConfig,
  type SiteQuery,
  type SiteView,
} from '@geodes/contracts';
import { AppError, Bus, LOGGER, type Logger } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { type Draft, ResponseCache, type CachedResponse } from '../http/response-cache.js';
import { LiveHub } from '../live/live-hub.js';
import { BuiltSite } from './built-site.js';
import { geodeHead, type Head, listHead, notFoundHead, pageHead, renderHead } from './page-heads.js';
import { ShopDetailsReader } from './shop-details-reader.js';

/** After this the page is sent without its list; its script then loads the list. */
const CALL_OPTIONS = { timeoutMs: 2_000 };
const NOT_FOUND = '/not-found';
/** Of rendered pages and the data they show. */
const MAX_RENDERED_CHARACTERS = 4 * 1024 * 1024;

/** The site's HTML documents: index.html with the head of a page and the rendered page. */
@Injectable()
export class PageDocuments {
  /**
   * By URL. A page is rendered again only if its data or the settings changed: most catalogue changes leave most pages as
   * they are.
   */
  private readonly rendered = new LRUCache<string, { config: SiteConfig; data: string; html: string }>({
    maxSize: MAX_RENDERED_CHARACTERS,
    sizeCalculation: ({ data, html }, url) => url.length + data.length + html.length + 1,
  });

  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly cache: ResponseCache,
    private readonly liveHub: LiveHub,
    private readonly site: BuiltSite,
    private readonly details: ShopDetailsReader,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the document of a URL (path and query). Never rejects: without the catalogue, the page has no list and an
   * open geode has status 503.
   */
  get(url: string): Promise<CachedResponse> {
    const view = this.site.pages.view(url);
    if (!view || (view.query?.endpointName === 'getGeode' && !isUUID(view.query.arg)))
      return this.cache.get('document:not-found', () => Promise.resolve(this.notFound()));
    return this.cache.get(`document:${view.url}`, () => this.read(view));
  }

  private async read(view: SiteView): Promise<Draft> {
    const { page, url, query } = view;
    const { pages } = this.site;
    const head = pageHead(page, pages, this.config.publicOrigin);
    if (!query) return this.document(head, url);
    const isGeode = query.endpointName === 'getGeode';
    try {
      const data = await this.readData(query);
      const last = query.endpointName === 'getGeodes' ? this.lastPage(url, data as GeodePage) : undefined;
      if (last) return await this.read(last);
      const dataHead = isGeode
        ? geodeHead(data as Geode, pages, this.config.publicOrigin)
        : page.showsList
          ? listHead(head, data as GeodePage, this.config.publicOrigin)
          : head;
      return this.document({ ...dataHead, preload: `/api${query.path}` }, url, data);
    } catch (error) {
      if (!isGeode) return this.document(head, url);
      if (error instanceof AppError && error.code === 'NOT_FOUND') return this.notFound();
      return this.document(head, page.path, undefined, 503);
    }
  }

  /** Returns the view of the last page if the URL's page is past it, as the site's script goes to it. */
  private lastPage(url: string, { page, total, totalPages }: GeodePage): SiteView | undefined {
    if (total === 0 || page <= totalPages) return undefined;
    return this.site.pages.view(url.replace(/(?<=[?&]page=)\d+$/, String(totalPages)));
  }

  private readData({ endpointName, arg }: SiteQuery): Promise<unknown> {
    if (endpointName === 'getFeatured') return this.bus.call('catalog.list-featured', {}, CALL_OPTIONS);
    if (endpointName === 'getShowcase') return this.bus.call('catalog.list-showcase', {}, CALL_OPTIONS);
    if (endpointName === 'getGeode') return this.bus.call('catalog.get-geode', { id: arg ?? '' }, CALL_OPTIONS);
    const query = plainToInstance(GeodeQuery, Object.fromEntries(new URLSearchParams(arg)));
    return this.bus.call('catalog.list-geodes', query, CALL_OPTIONS);
  }

  private notFound(): Draft {
    return this.document(notFoundHead(this.site.pages), NOT_FOUND, undefined, 404);
  }

  private document(head: Head, url: string, data?: unknown, status = 200): Draft {
    const fullHead = { ...head, live: this.liveHub.position, config: this.details.siteConfig };
    return {
      status,
      contentType: 'text/html; charset=utf-8',
      body: this.site.document(renderHead(fullHead, this.site.pages), this.render(url, data)),
    };
  }

  /** Returns an empty page if a component throws: head and status stay right, and the browser renders the page. */
  private render(url: string, data: unknown): string {
    const serialised = JSON.stringify(data) ?? '';
    const config = this.details.siteConfig;
    const cached = this.rendered.get(url);
    if (cached?.data === serialised && cached.config === config) return cached.html;
    try {
      const html = this.site.pages.render(url, config, data);
      this.rendered.set(url, { config, data: serialised, html });
      return html;
    } catch (err) {
      this.logger.error({ err, url }, 'page not rendered');
      return '';
    }
  }
}
