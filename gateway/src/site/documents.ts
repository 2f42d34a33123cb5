import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { SiteConfig, SitePage } from '@geodes/contracts';
import { AppError, Bus } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { type Draft, ReadyReplies, type ReadyReply } from '../http/ready-replies.js';
import { LiveHub } from '../live/live-hub.js';
import { Bodies } from './body.js';
import { fill } from './fill.js';
import { callAddress, callOf, filtersOf } from './gallery-query.js';
import { geodeHead, type Head, notFoundHead, pageHead, renderHead } from './head.js';
import { Pages } from './pages.js';
import { Template } from './template.js';

const GALLERY = '/gallery';
/** A page is better without its list than late. */
const LIST_LIMIT = { timeoutMs: 2_000 };

type Query = Readonly<Record<string, unknown>>;

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

/** The site's HTML: one template, with each address's own head and words in it before any script runs. */
@Injectable()
export class Documents {
  private readonly bodies: Bodies;
  private readonly siteConfig: SiteConfig;

  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly replies: ReadyReplies,
    private readonly live: LiveHub,
    private readonly template: Template,
    private readonly pages: Pages,
  ) {
    this.siteConfig = siteConfig(config);
    this.bodies = new Bodies(pages.site, this.siteConfig.contact);
  }

  /**
   * The document at a path and its query. Never throws: where catalog is away the site itself says so, under status 503
   * for an open geode.
   */
  at(path: string, query: Query): Promise<ReadyReply> {
    const page = this.pages.at(path);
    if (!page) return this.notFound();
    if (page.path === GALLERY) return this.inGallery(page, query);
    return this.replies.get(`document:${page.path}`, () => this.plain(page));
  }

  private inGallery(page: SitePage, query: Query): Promise<ReadyReply> {
    const geode: unknown = Array.isArray(query['geode']) ? query['geode'][0] : query['geode'];
    if (geode === undefined || geode === '') {
      const filters = filtersOf(query);
      const key = `document:gallery:${JSON.stringify(filters)}`;
      return this.replies.get(key, () => this.gallery(page, filters));
    }
    if (!isUUID(geode)) return this.notFound();
    const id = String(geode).toLowerCase();
    return this.replies.get(`document:geode:${id}`, () => this.geode(page, id));
  }

  private notFound(): Promise<ReadyReply> {
    return this.replies.get('document:not-found', () => Promise.resolve(this.missing()));
  }

  private missing(): Draft {
    const { site } = this.pages;
    return this.document(notFoundHead(site), this.bodies.page(site.notFound.body), 404);
  }

  private headOf(page: SitePage, firstCall?: string): Head {
    const head = pageHead(page, this.pages.site, this.config.publicOrigin);
    return firstCall === undefined ? head : { ...head, preload: this.preload(firstCall) };
  }

  /** What the site's script will ask for first comes from the head on. */
  private preload(address: string): string {
    return fill(this.pages.site.preload, { address });
  }

  /** A page, with the list that stands in it where there is one and it comes in time. */
  private async plain(page: SitePage): Promise<Draft> {
    const { path, body } = page;
    try {
      if (path === '/') {
        const featured = await this.bus.call('catalog.list-featured', {}, LIST_LIMIT);
        return this.document(this.headOf(page, '/api/geodes/featured'), this.bodies.home(body, featured));
      }
      if (path === '/showcase') {
        const items = await this.bus.call('catalog.list-showcase', {}, LIST_LIMIT);
        return this.document(this.headOf(page, '/api/showcase'), this.bodies.showcase(body, items));
      }
    } catch {
      // the page without its list
    }
    return this.document(this.headOf(page), this.bodies.page(body));
  }

  private async gallery(page: SitePage, filters: Readonly<Record<string, string>>): Promise<Draft> {
    try {
      const list = await this.bus.call('catalog.list-geodes', callOf(filters), LIST_LIMIT);
      return this.document(this.headOf(page, callAddress(filters)), this.bodies.gallery(page.body, list, filters));
    } catch {
      return this.document(this.headOf(page), this.bodies.page(page.body));
    }
  }

  private async geode(page: SitePage, id: string): Promise<Draft> {
    try {
      const geode = await this.bus.call('catalog.get-geode', { id }, LIST_LIMIT);
      const head = geodeHead(geode, this.pages.site, this.config.publicOrigin);
      return this.document({ ...head, preload: this.preload(`/api/geodes/${id}`) }, this.bodies.geode(geode));
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return this.missing();
      return this.document(this.headOf(page), this.bodies.page(page.body), 503);
    }
  }

  private document(head: Head, body: string, status = 200): Draft {
    const whole = { ...head, live: this.live.position, config: this.siteConfig };
    return {
      status,
      contentType: 'text/html; charset=utf-8',
      body: this.template.fill(renderHead(whole, this.pages.site), body),
    };
  }
}
