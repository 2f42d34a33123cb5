import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AppError, Bus } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { type Draft, ReadyReplies, type ReadyReply } from '../http/ready-replies.js';
import { galleryBody, geodeBody, notFoundBody, pageBody } from './body.js';
import { geodeHead, type Head, notFoundHead, pageHead, renderHead } from './head.js';
import { type Page, pageAt } from './pages.js';
import { Template } from './template.js';

const GALLERY = '/gallery';
/** A page is better without its list than late. */
const LIST_LIMIT_MS = 2_000;

/** The site's HTML: one template, with each address's own head and words in it before any script runs. */
@Injectable()
export class Documents {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    private readonly replies: ReadyReplies,
    private readonly template: Template,
  ) {}

  /**
   * The document at a path; `geode` as it stands in the query. Never throws: where catalog is away the site itself
   * says so, under status 503 for an open geode.
   */
  at(path: string, geode: unknown): Promise<ReadyReply> {
    const page = pageAt(path);
    if (!page) return this.notFound();
    if (page.path !== GALLERY)
      return this.replies.get(`document:${page.path}`, () => Promise.resolve(this.plain(page)));
    if (geode === undefined || geode === '')
      return this.replies.get('document:gallery', async () => this.gallery(page));
    if (!isUUID(geode)) return this.notFound();
    const id = String(geode).toLowerCase();
    return this.replies.get(`document:geode:${id}`, () => this.geode(page, id));
  }

  private notFound(): Promise<ReadyReply> {
    return this.replies.get('document:not-found', () =>
      Promise.resolve(this.document(notFoundHead(), notFoundBody(), 404)),
    );
  }

  private plain(page: Page): Draft {
    return this.document(pageHead(page, this.config.publicOrigin), pageBody(page));
  }

  private async gallery(page: Page): Promise<Draft> {
    const head = pageHead(page, this.config.publicOrigin);
    try {
      const query = { sortBy: 'newest', page: 1, limit: 10 } as const;
      const { geodes } = await this.bus.call('catalog.list-geodes', query, { timeoutMs: LIST_LIMIT_MS });
      return this.document(head, galleryBody(page, geodes));
    } catch {
      return this.document(head, pageBody(page));
    }
  }

  private async geode(page: Page, id: string): Promise<Draft> {
    try {
      const geode = await this.bus.call('catalog.get-geode', { id }, { timeoutMs: LIST_LIMIT_MS });
      return this.document(geodeHead(geode, this.config.publicOrigin), geodeBody(geode));
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND')
        return this.document(notFoundHead(), notFoundBody(), 404);
      return this.document(pageHead(page, this.config.publicOrigin), pageBody(page), 503);
    }
  }

  private document(head: Head, body: string, status = 200): Draft {
    return {
      status,
      contentType: 'text/html; charset=utf-8',
      body: this.template.fill(renderHead(head), body),
    };
  }
}
