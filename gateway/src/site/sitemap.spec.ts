import { robots, sitemap as sitemapOf } from './sitemap.js';

const ORIGIN = 'https://geodes.example';
const page = (path: string, hidden = false) => ({ path, hidden });
const pages = [page('/'), page('/return-policy'), page('/ads', true), page('/admin/panel', true)];
const sitemap = sitemapOf.bind(null, pages);
const geodes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `geode-${index}`,
    updatedAt: '2026-01-01T00:00:00.000Z',
    imageUrl: `/objects/${index}.jpg`,
    title: 'Geode',
  }));
const pagesOf = (all: ReturnType<typeof geodes>) => (request: { page?: number; limit?: number }) => {
  const { page = 1, limit = 10 } = request;
  return Promise.resolve({ geodes: all.slice((page - 1) * limit, page * limit), total: all.length });
};
const urlsOf = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

describe('/sitemap.xml', () => {
  it('lists the public pages and every unsold geode from all pages of the catalogue', async () => {
    const found = urlsOf(await sitemap(ORIGIN, pagesOf(geodes(1234))));
    expect(found).toContain(`${ORIGIN}/`);
    expect(found).toContain(`${ORIGIN}/return-policy`);
    expect(found).toContain(`${ORIGIN}/gallery?geode=geode-1233`);
    expect(found.filter((url) => url?.includes('geode='))).toHaveLength(1234);
  });

  it('leaves out hidden pages', async () => {
    const found = urlsOf(await sitemap(ORIGIN, pagesOf([])));
    expect(found.filter((url) => /admin|ads|logo|banner/.test(url ?? ''))).toEqual([]);
    expect(found).toEqual([`${ORIGIN}/`, `${ORIGIN}/return-policy`]);
  });

  it('ends at 50,000 URLs, the limit of a sitemap', async () => {
    expect(urlsOf(await sitemap(ORIGIN, pagesOf(geodes(50_500))))).toHaveLength(50_000);
  });
});

describe('/robots.txt', () => {
  it('names the sitemap and disallows /admin', () => {
    expect(robots(ORIGIN)).toContain('Disallow: /admin');
    expect(robots(ORIGIN)).toContain('Sitemap: https://geodes.example/sitemap.xml');
  });

  it('allows the requests that pages render from', () => {
    const disallowed = [...robots(ORIGIN).matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path);
    for (const path of ['/api/geodes?page=1', '/api/geodes/featured', '/api/showcase', '/api/config', '/objects/a'])
      expect(disallowed.filter((prefix) => path.startsWith(prefix))).toEqual([]);
  });
});
