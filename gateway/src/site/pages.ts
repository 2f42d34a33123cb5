import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { SitePage, SitePages } from '@geodes/contracts';
import { GatewayConfig } from '../config.js';

/** What the site's build says of its pages: titles, descriptions, and their text for readers without script. */
@Injectable()
export class Pages {
  readonly site: SitePages;

  /** Throws an Error where the site is not built. */
  constructor({ WEB_ROOT }: GatewayConfig) {
    this.site = readPages(join(WEB_ROOT, 'site-pages.json'));
  }

  at(path: string): SitePage | undefined {
    return pageAt(this.site.pages, path);
  }
}

/** The page at a path; case and a slash at the end do not matter, as in the site's own router. */
export const pageAt = (pages: readonly SitePage[], path: string): SitePage | undefined => {
  const plain = path.toLowerCase().replace(/(?<=.)\/+$/, '');
  return pages.find((page) => page.path === plain);
};

const readPages = (file: string): SitePages => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SitePages;
  } catch (error) {
    throw new Error('WEB_ROOT has no readable site-pages.json: build the site first (npm run build).', {
      cause: error,
    });
  }
};
