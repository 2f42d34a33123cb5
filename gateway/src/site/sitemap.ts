import { absolutePicture, geodeAddress, type Reply, type Request, type SitePage } from '@geodes/contracts';
import { escapeHtml } from './head.js';

/** A sitemap holds 50,000 addresses at most (sitemaps.org). */
const LIMIT = 50_000;
const STEP = 500;

type Read = (request: Request<'catalog.list-sitemap'>) => Promise<Reply<'catalog.list-sitemap'>>;

/** /sitemap.xml: the public pages and every unsold geode with its picture. Throws what `read` throws. */
export const sitemap = async (pages: readonly SitePage[], origin: string, read: Read): Promise<string> => {
  const entries = pages.filter(({ hidden }) => !hidden).map(({ path }) => entry(origin + path));
  const seen = new Set<string>();
  for (let page = 1; entries.length < LIMIT; page += 1) {
    const { geodes, total } = await read({ page, limit: STEP });
    for (const { id, updatedAt, imageUrl } of geodes) {
      if (seen.has(id) || entries.length >= LIMIT) continue;
      seen.add(id);
      entries.push(entry(geodeAddress(id, origin), updatedAt, absolutePicture(imageUrl, origin)));
    }
    if (geodes.length < STEP || page * STEP >= total) break;
  }
  const schemas =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${schemas}>\n${entries.join('\n')}\n</urlset>\n`;
};

const entry = (address: string, changedAt?: string, picture?: string): string => {
  const changed = changedAt ? `<lastmod>${escapeHtml(changedAt)}</lastmod>` : '';
  const image = picture ? `<image:image><image:loc>${escapeHtml(picture)}</image:loc></image:image>` : '';
  return `<url><loc>${escapeHtml(address)}</loc>${changed}${image}</url>`;
};

/** Addresses that search engines have no business at. What pages read to draw themselves is not among them. */
const CLOSED = ['/admin', '/api/admin', '/api/orders', '/api/holds', '/api/live', '/api/objects'];

/** /robots.txt: names the sitemap, keeps the owner's pages and the buyers' calls out. */
export const robots = (origin: string): string =>
  ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
