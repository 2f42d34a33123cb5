import { absolutePicture, escapeHtml, geodePageUrl, type Reply, type Request, type SitePage } from '@geodes/contracts';

/** A sitemap holds at most 50,000 URLs (sitemaps.org). */
const MAX_URLS = 50_000;
const PAGE_SIZE = 500;

type ReadPage = (request: Request<'catalog.list-sitemap'>) => Promise<Reply<'catalog.list-sitemap'>>;

/** Returns /sitemap.xml: the public pages and every unsold geode with its picture. Throws what `read` throws. */
export const sitemap = async (pages: readonly SitePage[], origin: string, read: ReadPage): Promise<string> => {
  const entries = pages.filter(({ hidden }) => !hidden).map(({ path }) => entry(origin + path));
  const seen = new Set<string>();
  for (let page = 1; entries.length < MAX_URLS; page += 1) {
    const { geodes, total } = await read({ page, limit: PAGE_SIZE });
    for (const { id, updatedAt, imageUrl } of geodes) {
      if (seen.has(id) || entries.length >= MAX_URLS) continue;
      seen.add(id);
      entries.push(entry(geodePageUrl(id, origin), updatedAt, absolutePicture(imageUrl, origin)));
    }
    if (geodes.length < PAGE_SIZE || page * PAGE_SIZE >= total) break;
  }
  const schemas =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${schemas}>\n${entries.join('\n')}\n</urlset>\n`;
};

const entry = (url: string, changedAt?: string, picture?: string): string => {
  const changed = changedAt ? `<lastmod>${escapeHtml(changedAt)}</lastmod>` : '';
  const image = picture ? `<image:image><image:loc>${escapeHtml(picture)}</image:loc></image:image>` : '';
  return `<url><loc>${escapeHtml(url)}</loc>${changed}${image}</url>`;
};

/** Search engines skip these. The calls that pages need for rendering are not among them. */
const DISALLOWED = ['/admin', '/api/admin', '/api/orders', '/api/holds', '/api/live', '/api/objects'];

/** Returns /robots.txt: it names the sitemap and disallows the owner's pages and the buyers' calls. */
export const robots = (origin: string): string =>
  ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  );
