import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError, Bus } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import {
  type CachedResponse,
  compressAhead,
  json,
  ResponseCache,
  sendCached,
  toCachedResponse,
} from '../http/response-cache.js';
import { BuiltSite } from './built-site.js';
import { PageDocuments } from './page-documents.js';
import { ShopDetailsReader } from './shop-details-reader.js';
import { robots, sitemap } from './sitemap.js';

/** The contract allows a minute from a change of the catalogue to the sitemap. */
const SITEMAP_TTL_MS = 30_000;

/** The site's pages, its settings, the clock, robots.txt and sitemap.xml. `app.ts` serves its files. */
@Controller()
export class SiteController {
  private readonly robots: CachedResponse;
  /** Not in the response cache, which every hold clears: it takes a read of the whole catalogue. */
  private readonly sitemaps = new LRUCache<'sitemap', CachedResponse>({
    max: 1,
    ttl: SITEMAP_TTL_MS,
    fetchMethod: () => this.readSitemap(),
  });

  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly cache: ResponseCache,
    private readonly documents: PageDocuments,
    private readonly site: BuiltSite,
    private readonly details: ShopDetailsReader,
  ) {
    this.robots = toCachedResponse({ contentType: 'text/plain; charset=utf-8', body: robots(config.publicOrigin) });
  }

  @Get('api/config')
  async publicConfig(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const response = await this.cache.get('config', () => Promise.resolve(json(this.details.siteConfig)));
    sendCached(request, reply, response);
  }

  /** The shop's clock, by which pages correct their countdowns. */
  @Get('api/time')
  time(): { now: string } {
    return { now: new Date().toISOString() };
  }

  @Get('robots.txt')
  robotsText(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendCached(request, reply, this.robots);
  }

  @Get('sitemap.xml')
  async sitemap(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendCached(request, reply, await this.sitemaps.forceFetch('sitemap'));
  }

  private async readSitemap(): Promise<CachedResponse> {
    const body = await sitemap(this.site.pages.pages, this.config.publicOrigin, (page) =>
      this.bus.call('catalog.list-sitemap', page),
    );
    const response = toCachedResponse({ contentType: 'application/xml; charset=utf-8', body });
    await compressAhead(response);
    response.isFresh = () => this.sitemaps.get('sitemap') === response;
    return response;
  }

  /** Any other path: a page of the site or the not-found page. */
  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path === '/api' || path.startsWith('/api/'))
      throw new AppError('NOT_FOUND', 'There is nothing at this address.');
    const response = await this.documents.get(request.url);
    if (response.status === 503) void reply.header('Retry-After', '5');
    sendCached(request, reply, response);
  }
}
