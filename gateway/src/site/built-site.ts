import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteServer } from '@geodes/contracts';
import type { GatewayConfig } from '../config.js';

const HEAD = '<!--head-->';
const BODY = '<!--body-->';

/** The built site: the code that renders its pages, and index.html with a place for head and page. */
export class BuiltSite {
  private constructor(
    readonly pages: SiteServer,
    private readonly template: readonly [string, string, string],
  ) {}

  /** Throws an Error if the site is not built. */
  static async load({ WEB_ROOT }: Pick<GatewayConfig, 'WEB_ROOT'>): Promise<BuiltSite> {
    try {
      const { site } = (await import(pathToFileURL(join(WEB_ROOT, 'server/render.mjs')).href)) as { site: SiteServer };
      await site.prepare();
      return new BuiltSite(site, splitTemplate(readFileSync(join(WEB_ROOT, 'public/index.html'), 'utf8')));
    } catch (error) {
      throw new Error('WEB_ROOT has no complete site: build it first (npm run build).', { cause: error });
    }
  }

  /** Returns index.html with a head and a rendered page, which the browser's own rendering replaces. */
  document(head: string, body: string): string {
    const [before, between, after] = this.template;
    return `${before}${head}${between}<div id="plain">${body}</div>${after}`;
  }
}

const splitTemplate = (html: string): [string, string, string] => {
  const head = html.indexOf(HEAD);
  const body = html.indexOf(BODY);
  if (head < 0 || body < head) throw new Error(`index.html needs ${HEAD} and, after it, ${BODY}.`);
  return [html.slice(0, head), html.slice(head + HEAD.length, body), html.slice(body + BODY.length)];
};
