import { Inject, Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { isUUID } from 'class-validator';
import { LRUCache } from 'lru-cache';
import {
  escapeHtml,
  escapeJson,
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
import { ShopDetailsReader } from './shop-details-reader.js';

/** After this the page is sent without its list; its script then loads the list. */
const CALL_OPTIONS = { timeoutMs: 2_000 };
const GALLERY = '/gallery';
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
      return this.cache.get('document:not-found', () => Promise.resolve(this.document(NOT_FOUND, 404)));
    return this.cache.get(`document:${view.url}`, () => this.read(view));
  }

  private async read({ url, query }: SiteView): Promise<Draft> {
    if (!query) return this.document(url);
    try {
      const data = await this.readData(query);
      const last = query.endpointName === 'getGeodes' ? this.lastPage(url, data as GeodePage) : undefined;
      if (last) return await this.read(last);
      return this.document(url, 200, data, `/api${query.path}`);
    } catch (error) {
      if (query.endpointName !== 'getGeode') return this.document(url);
      if (error instanceof AppError && error.code === 'NOT_FOUND') return this.document(NOT_FOUND, 404);
      return this.document(GALLERY, 503);
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

  /** `preload`: path of the request whose reply, `data`, the first view shows. */
  private document(url: string, status = 200, data?: unknown, preload?: string): Draft {
    const head = [this.site.pages.head(url, this.config.publicOrigin, data), ...this.ownTags(preload)].join('\n    ');
    return {
      status,
      contentType: 'text/html; charset=utf-8',
      body: this.site.document(head, this.render(url, data)),
    };
  }

  /** Returns the tags of a head that only the gateway knows. */
  private ownTags(preload?: string): string[] {
    const { position } = this.liveHub;
    return [
      // the newest live event: the page opens its live stream from there
      ...(position === undefined ? [] : [`<meta name="live" content="${position}">`]),
      ...(preload
        ? [`<link rel="preload" as="fetch" href="${escapeHtml(preload)}" crossorigin="use-credentials">`]
        : []),
      // the response of `/api/config`, so that the site need not fetch it
      `<script type="application/json" id="config">${escapeJson(this.details.siteConfig)}</script>`,
    ];
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
