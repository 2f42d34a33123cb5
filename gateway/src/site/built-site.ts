import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteServer } from '@geodes/contracts';
import type { GatewayConfig } from '../config.js';

const HEAD = '<!--head-->';
const BODY = '<!--body-->';

/** The built site: its pages, and the document that each of them stands in. */
export class BuiltSite {
  private constructor(
    readonly pages: SiteServer,
    private readonly parts: readonly [string, string, string],
  ) {}

  /** Throws an Error where the site is not built. */
  static async load({ WEB_ROOT }: Pick<GatewayConfig, 'WEB_ROOT'>): Promise<BuiltSite> {
    try {
      const { site } = (await import(pathToFileURL(join(WEB_ROOT, 'server/render.mjs')).href)) as { site: SiteServer };
      await site.prepare();
      return new BuiltSite(site, partsOf(readFileSync(join(WEB_ROOT, 'public/index.html'), 'utf8')));
    } catch (error) {
      throw new Error('WEB_ROOT has no complete site: build it first (npm run build).', { cause: error });
    }
  }

  /** The site's index.html with a page's head and with what is seen until its script has drawn the same. */
  document(head: string, body: string): string {
    const [before, between, after] = this.parts;
    return `${before}${head}${between}<div id="plain">${body}</div>${after}`;
  }
}

const partsOf = (html: string): [string, string, string] => {
  const head = html.indexOf(HEAD);
  const body = html.indexOf(BODY);
  if (head < 0 || body < head) throw new Error(`index.html needs ${HEAD} and, after it, ${BODY}.`);
  return [html.slice(0, head), html.slice(head + HEAD.length, body), html.slice(body + BODY.length)];
};
