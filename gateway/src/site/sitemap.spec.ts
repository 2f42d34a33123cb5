import { robots, sitemap as sitemapOf } from './sitemap.js';

const ORIGIN = 'https://geodes.example';
const page = (path: string, hidden = false) => ({ path, title: '', description: '', hidden });
const pages = [page('/'), page('/return-policy'), page('/ads', true), page('/admin/panel', true)];
const sitemap = sitemapOf.bind(null, pages);
const geodes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `geode-${index}`,
    updatedAt: '2026-01-01T00:00:00.000Z',
    imageUrl: `/objects/${index}.jpg`,
    title: 'Stone',
  }));
const pagesOf = (all: ReturnType<typeof geodes>) => (request: { page?: number; limit?: number }) => {
  const { page = 1, limit = 10 } = request;
  return Promise.resolve({ geodes: all.slice((page - 1) * limit, page * limit), total: all.length });
};
const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

describe('/sitemap.xml', () => {
  it('lists the public pages and every unsold geode, page after page', async () => {
    const found = addresses(await sitemap(ORIGIN, pagesOf(geodes(1234))));
    expect(found).toContain(`${ORIGIN}/`);
    expect(found).toContain(`${ORIGIN}/return-policy`);
    expect(found).toContain(`${ORIGIN}/gallery?geode=geode-1233`);
    expect(found.filter((address) => address?.includes('geode='))).toHaveLength(1234);
  });

  it('leaves out the owner and the internal templates', async () => {
    const found = addresses(await sitemap(ORIGIN, pagesOf([])));
    expect(found.filter((address) => /admin|ads|logo|banner/.test(address ?? ''))).toEqual([]);
    expect(found).toEqual([`${ORIGIN}/`, `${ORIGIN}/return-policy`]);
  });

  it('ends at the 50,000 addresses that a sitemap may hold', async () => {
    expect(addresses(await sitemap(ORIGIN, pagesOf(geodes(50_500))))).toHaveLength(50_000);
  });
});

describe('/robots.txt', () => {
  it('names the sitemap and keeps /admin out', () => {
    expect(robots(ORIGIN)).toContain('Disallow: /admin');
    expect(robots(ORIGIN)).toContain('Sitemap: https://geodes.example/sitemap.xml');
  });

  it('lets search engines read what the pages are drawn from', () => {
    const closed = [...robots(ORIGIN).matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path);
    for (const read of ['/api/geodes?page=1', '/api/geodes/featured', '/api/showcase', '/api/config', '/objects/a'])
      expect(closed.filter((path) => read.startsWith(path))).toEqual([]);
  });
});
