import { writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { Bus } from '@geodes/kit';
import { GatewayConfig } from '../src/config.js';
import { ResponseCache } from '../src/http/response-cache.js';
import { BuiltSite } from '../src/site/built-site.js';
import { type GatewayUnderTest, PUBLIC_ORIGIN, rawRequest, startGateway } from './gateway-app.js';
import { KNOWN, fakeServices, UNKNOWN_ID } from './fake-services.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const partOf = (html: string, tag: 'main' | 'footer') =>
  new RegExp(`<${tag}[ >].*</${tag}>`, 's').exec(html)?.[0] ?? '';
const textOf = (html: string) => html.replace(/<[^>]+>/g, '');

describe('the site', () => {
  it.each([
    '/',
    '/gallery',
    '/showcase',
    '/our-story',
    '/wishlist',
    '/track-order',
    '/terms',
    '/return-policy',
    '/logo-preview',
    '/ads',
    '/facebook-banner',
    '/admin',
    '/admin/panel',
  ])('has the head of %s in its HTML', async (path) => {
    const { status, headers, text } = await gateway.call(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).toContain(`<link rel="canonical" href="${PUBLIC_ORIGIN}${path}">`);
    expect(text.indexOf('<title>')).toBeLessThan(text.indexOf('<script'));
    expect(text).toContain('<meta property="og:title"');
    expect(text).not.toContain('<!--head-->');
    expect(text).not.toContain('<!--body-->');
  });

  it.each(['/nothing', '/admin/other', '/index.html', '/assets/missing.js'])(
    'answers the unknown path %s with the not-found page and 404',
    async (path) => {
      const { status, text } = await gateway.call(path);
      expect(status).toBe(404);
      expect(titleOf(text)).toMatch(/^Page Not Found/);
      expect(text).toContain('Back to Home');
      expect(text).toContain('noindex');
    },
  );

  it('has the text of a page in its HTML', async () => {
    const { text } = await gateway.call('/terms');
    expect(text).toMatch(/<div id="root"><div id="plain">.*<h1>Terms of Service<\/h1>.*Each one is unique/s);
    const home = (await gateway.call('/')).text;
    expect(home).toContain('<a href="mailto:support@midwestgeodes.example">support@midwestgeodes.example</a>');
    expect(home).toContain('<a href="tel:3195550142">(319) 555-0142</a>');
  });

  it.each([
    { path: '/our-story', says: ['Keokuk', 'Hamilton'], links: ['/gallery', '/showcase'] },
    {
      path: '/terms',
      says: [
        'guest',
        'card payment provider',
        'weight',
        'size',
        'destination',
        'limited time',
        '48 hours with photos',
        '24 hours',
        '10 percent off',
        'Mon-Fri 9AM-5PM CST',
      ],
      links: ['/return-policy'],
    },
    {
      path: '/return-policy',
      says: [
        'All sales are final',
        'do not accept returns',
        '48 hours',
        'photos',
        '24 hours',
        // of the page that shows the order number, as the look-up does
        'headed “Thank you for your order”',
      ],
      links: ['/track-order'],
    },
  ])('has what the shop states at $path in its HTML, and links to $links', async ({ path, says, links }) => {
    const main = partOf((await gateway.call(path)).text, 'main');
    for (const text of says) expect(textOf(main)).toContain(text);
    for (const link of links) expect(main).toContain(`href="${link}"`);
    expect(textOf(main)).not.toContain('in your confirmation');
  });

  it('has business hours, contact, the site’s builder and copyright 2024 in the footer', async () => {
    const footer = partOf((await gateway.call('/terms')).text, 'footer');
    const said = ['Mon-Fri', '9AM-5PM CST', 'Sat', '10AM-4PM CST', 'Sun', 'closed', '2024', 'Website by', '24 hours'];
    for (const text of said) expect(textOf(footer)).toContain(text);
    expect(footer).toContain('<a href="mailto:support@midwestgeodes.example">support@midwestgeodes.example</a>');
    expect(footer).toContain('<a href="tel:3195550142">(319) 555-0142</a>');
  });

  it('renders the geodes of gallery and home page, and the showcase items', async () => {
    const link = `href="/gallery?geode=${KNOWN.id}" data-discover="true">${KNOWN.title}</a>`;
    expect((await gateway.call('/gallery')).text).toContain(link);
    expect((await gateway.call('/')).text).toContain(link);
    expect((await gateway.call('/showcase')).text).toContain('<h2>The first one</h2>');
  });

  it('reads the gallery with the filters of the URL, without malformed ones', async () => {
    const asked: unknown[] = [];
    gateway.services.answer({
      'catalog.list-geodes': (query) => {
        asked.push(query);
        return { geodes: [KNOWN], page: query.page, limit: query.limit, total: 21, totalPages: 3 };
      },
    });
    const { status, text } = await gateway.call('/gallery?search=blue&sortBy=price-asc&page=2&maxPrice=much&utm=x');
    expect(status).toBe(200);
    expect(asked).toEqual([expect.objectContaining({ search: 'blue', sortBy: 'price-asc', page: 2, limit: 10 })]);
    expect(asked[0]).not.toHaveProperty('utm');
    expect(text).toContain('href="/gallery?search=blue&amp;sortBy=price-asc&amp;page=3"');
    expect(text).toContain(`href="/gallery?search=blue&amp;sortBy=price-asc&amp;page=2&amp;geode=${KNOWN.id}"`);
    expect(text).toMatch(/<img [^>]*width="800"/);
    expect(text).toContain('value="blue"');
    expect(text).toContain('<option value="price-asc" selected="">');
    expect(text).toContain(`<link rel="canonical" href="${PUBLIC_ORIGIN}/gallery">`);
    gateway.services.answer(fakeServices());
  });

  it('shows the last page for a page past the end', async () => {
    gateway.services.answer({
      'catalog.list-geodes': ({ page, limit }) => ({
        geodes: page > 3 ? [] : [KNOWN],
        page,
        limit,
        total: 21,
        totalPages: 3,
      }),
    });
    const { text } = await gateway.call('/gallery?page=9999');
    expect(gateway.asked('catalog.list-geodes').slice(-2)).toMatchObject([{ page: 9999 }, { page: 3 }]);
    expect(textOf(text)).toContain('Showing 21–21 of 21 geodes');
    expect(text).toMatch(/<a [^>]*aria-current="page"[^>]*>3<\/a>/);
    gateway.services.answer(fakeServices());
  });

  it('preloads the response of the first view and its largest picture', async () => {
    const seen = async (path: string) => {
      const { text } = await gateway.call(path);
      const [, call] = /<link rel="preload" as="fetch" href="([^"]*)" crossorigin="use-credentials">/.exec(text) ?? [];
      const [, picture] = /<img[^>]*? fetchPriority="high"[^>]*? src="([^"]*)"/.exec(text) ?? [];
      return [call, picture];
    };
    const picture = '/objects/amethyst.jpg?w=640';
    expect(await seen('/')).toEqual(['/api/geodes/featured', picture]);
    expect(await seen('/gallery')).toEqual(['/api/geodes?page=1&#38;limit=10', picture]);
    expect(await seen(`/gallery?geode=${KNOWN.id}`)).toEqual([`/api/geodes/${KNOWN.id}`, picture]);
    expect(await seen('/terms')).toEqual([undefined, undefined]);
  });

  it('renders the details of an open geode', async () => {
    const { text } = await gateway.call(`/gallery?geode=${KNOWN.id}`);
    const plain = /<div id="plain">(.*)<\/div><\/div>/s.exec(text)![1]!;
    for (const fact of [KNOWN.title, '$129.00', KNOWN.crystalType, KNOWN.size, KNOWN.location, 'Only one exists.'])
      expect(plain).toContain(fact);
  });

  it('escapes markup of the owner and of the URL', async () => {
    const evil = '</title></script><script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const stone = { ...KNOWN, title: evil, description: evil, size: evil, crystalType: evil, location: evil };
    gateway.services.answer({
      'catalog.list-geodes': (query) => ({ geodes: [stone], page: 1, limit: query.limit, total: 1, totalPages: 1 }),
      'catalog.get-geode': () => stone,
    });
    gateway.app.get(Bus).emit('catalog.changed', { ids: [] });
    await sleep(200);
    for (const path of [`/gallery?search=${encodeURIComponent(evil)}`, `/gallery?geode=${KNOWN.id}`]) {
      const { text } = await gateway.call(path);
      expect(text).toContain('&lt;script&gt;alert(1)');
      expect(text).not.toMatch(/<script>|<img src=x|alert\(1\)<\/script>/);
    }
    gateway.services.answer(fakeServices());
    gateway.app.get(Bus).emit('catalog.changed', { ids: [] });
    await sleep(200);
  });

  it('renders a page again only if its data changed', async () => {
    const render = jest.spyOn(gateway.app.get(BuiltSite).pages, 'render');
    const read = async () => {
      gateway.app.get(ResponseCache).clear();
      return (await gateway.call(`/gallery?geode=${KNOWN.id}`)).text;
    };
    const before = await read();
    render.mockClear();
    expect([await read(), render.mock.calls.length]).toEqual([before, 0]);
    gateway.services.answer({ 'catalog.get-geode': () => ({ ...KNOWN, availability: 'held' }) });
    expect(await read()).toContain('In another checkout right now.');
    expect(render.mock.calls.length).toBe(1);
    gateway.services.answer(fakeServices());
    render.mockRestore();
  });

  it('keeps head and status if a page cannot be rendered', async () => {
    const render = jest.spyOn(gateway.app.get(BuiltSite).pages, 'render').mockImplementation(() => {
      throw new Error('for a test');
    });
    gateway.services.answer({ 'catalog.get-geode': () => ({ ...KNOWN, title: 'Unlucky' }) });
    gateway.app.get(ResponseCache).clear();
    const list = await gateway.call('/gallery?search=unlucky');
    const stone = await gateway.call(`/gallery?geode=${KNOWN.id}`);
    render.mockRestore();
    gateway.services.answer(fakeServices());
    gateway.app.get(ResponseCache).clear();
    expect([list.status, titleOf(list.text)]).toEqual([200, 'Gallery · Midwest Geodes']);
    expect([stone.status, titleOf(stone.text)]).toEqual([200, 'Unlucky · Midwest Geodes']);
    for (const { text } of [list, stone]) expect(text).toContain('<div id="root"><div id="plain"></div></div>');
    expect((await gateway.call('/gallery?search=unlucky')).text).toContain('Featured Geodes');
  });

  it('does not serve the build for the gateway', async () => {
    for (const path of ['/server/render.mjs', '/render.mjs', '/../server/render.mjs'])
      expect((await gateway.call(path)).status).toBe(404);
  });

  it.each(['/gallery/', '/Gallery', '/gallery?utm=x', '/gallery?page=1&sortBy=newest'])(
    'keeps one document for %s and /gallery',
    async (path) => {
      const etags = [await gateway.call('/gallery'), await gateway.call(path)].map(({ headers }) =>
        headers.get('etag'),
      );
      expect(etags[1]).toBe(etags[0]);
    },
  );

  it('has title, picture and JSON-LD of an open geode', async () => {
    const { status, text } = await gateway.call(`/gallery?geode=${KNOWN.id}&size=large`);
    expect(status).toBe(200);
    expect(titleOf(text)).toContain(KNOWN.title);
    expect(text).toContain(`content="${PUBLIC_ORIGIN}/objects/amethyst.jpg"`);
    const product = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(text)![1]!) as { offers: unknown };
    expect(product.offers).toMatchObject({
      price: '129.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    });
  });

  it.each([UNKNOWN_ID, 'nonsense'])('is the not-found page with 404 for an unknown geode: %s', async (id) => {
    const { status, text } = await gateway.call(`/gallery?geode=${id}`);
    expect(status).toBe(404);
    expect(titleOf(text)).toMatch(/^Page Not Found/);
  });

  it('is 404 for other methods than GET and HEAD', async () => {
    for (const path of ['/', '/gallery', '/nothing'])
      expect((await gateway.call(path, { method: 'POST' })).status).toBe(404);
  });

  it('serves hashed files with a year of caching, from their compressed copies', async () => {
    const path = '/assets/app-1a2b3c4d.js';
    const plain = await gateway.call(path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toMatch(/javascript/);
    const compressed = await rawBytes(path, 'br');
    expect(compressed.encoding).toBe('br');
    expect(brotliDecompressSync(compressed.bytes).toString()).toBe(plain.text);
  });

  it('serves other files with an hour of caching', async () => {
    expect((await gateway.call('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('serves assets of another release that were added after its start, as during an update', async () => {
    const path = '/assets/site-9z8y7x6w.js';
    expect((await gateway.call(path)).status).toBe(404);
    writeFileSync(join(gateway.app.get(GatewayConfig).WEB_ROOT, 'public', path), 'export {};');
    const { status, text, headers } = await gateway.call(path);
    expect([status, text]).toEqual([200, 'export {};']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/../package.json', '/..%2f..%2fpackage.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])(
    'does not serve files outside its folder: %s',
    async (path) => {
      const { status, text } = await rawRequest(gateway.url, { path });
      expect(status).toBe(404);
      expect(text).not.toContain('"dependencies"');
    },
  );
});

const rawBytes = async (path: string, encoding: string) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(gateway.url + path, { headers: { 'accept-encoding': encoding } }, resolve)
      .on('error', reject)
      .end();
  });
  return { encoding: response.headers['content-encoding'], bytes: await buffer(response) };
};

describe('/sitemap.xml and /robots.txt', () => {
  it('list the pages and every unsold geode', async () => {
    const map = await gateway.call('/sitemap.xml');
    expect(map.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(map.text).toContain(`<loc>${PUBLIC_ORIGIN}/gallery?geode=${KNOWN.id}</loc>`);
    expect(map.text).not.toContain('/admin');
    const { text } = await gateway.call('/robots.txt');
    expect(text).toContain(`Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`);
  });

  it('reads the geodes of the sitemap no more often when the catalogue changes', async () => {
    const reads = () => gateway.asked('catalog.list-sitemap').length;
    const first = await gateway.call('/sitemap.xml');
    const before = reads();
    gateway.app.get(ResponseCache).clear();
    expect((await gateway.call('/sitemap.xml')).text).toBe(first.text);
    expect(reads()).toBe(before);
  });
});

describe('GET /api/config', () => {
  it("returns the site's run-time settings", async () => {
    expect((await gateway.call('/api/config')).json()).toEqual({
      square: {
        environment: 'simulator',
        applicationId: 'sandbox-sq0idb-test',
        locationId: 'LTEST',
        scriptUrl: 'http://localhost:8090/v1/square.js',
      },
      contact: { email: 'support@midwestgeodes.example', phone: '(319) 555-0142', location: 'Keokuk, Iowa' },
    });
  });

  it.each(['/', '/nothing'])('writes the configuration into the document at %s', async (path) => {
    const { text } = await gateway.call(path);
    const [, config] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(config ?? '')).toEqual((await gateway.call('/api/config')).json());
  });
});

describe('while the catalogue does not respond', () => {
  it('the gallery is served without its list, and an open geode is 503', async () => {
    gateway.app.get(Bus).emit('catalog.changed', { ids: [] });
    gateway.services.answer({ 'catalog.list-geodes': () => undefined, 'catalog.get-geode': () => undefined });
    await sleep(200);
    const gallery = await gateway.call('/gallery');
    expect([gallery.status, titleOf(gallery.text)]).toEqual([200, 'Gallery · Midwest Geodes']);
    const open = await gateway.call(`/gallery?geode=${KNOWN.id}`);
    expect(open.status).toBe(503);
    expect(open.headers.get('retry-after')).not.toBeNull();
    expect(open.text).toContain('<div id="root">');
    gateway.services.answer({ 'catalog.get-geode': () => KNOWN });
    expect((await gateway.call(`/gallery?geode=${KNOWN.id}`)).status).toBe(200);
  });
});
