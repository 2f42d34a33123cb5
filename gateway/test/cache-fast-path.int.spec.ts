import { setTimeout as sleep } from 'node:timers/promises';
import { Bus } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import { ResponseCache } from '../src/http/response-cache.js';
import { type Answer, type GatewayUnderTest, startGateway } from './gateway-app.js';
import { fakeServices, geode, KNOWN, listing, showcaseItem, SOLD } from './fake-services.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.services.answer(fakeServices());
  gateway.app.get(ResponseCache).clear();
});

/** Headers that differ in each response or belong to the connection. */
const VARYING_HEADERS = ['x-request-id', 'date', 'connection', 'keep-alive'];
const headersOf = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => !VARYING_HEADERS.includes(name)));

const PUBLIC = ['/api/geodes?page=1&limit=10', '/api/geodes/featured', `/api/geodes/${KNOWN.id}`, '/api/showcase'];
const PAGES = ['/', '/gallery', `/gallery?geode=${KNOWN.id}`, '/sitemap.xml'];

describe('a repeated public read', () => {
  it.each([...PUBLIC, ...PAGES].flatMap((path) => ['br', 'gzip', 'identity'].map((encoding) => [path, encoding])))(
    'of %s in %s gets the same status, headers and bytes, and another request id',
    async (path = '', encoding = '') => {
      gateway.services.answer({ 'catalog.list-geodes': listing(Array.from({ length: 10 }, () => geode())) });
      const headers = { 'accept-encoding': encoding };
      const first = await gateway.call(path, { headers: { ...headers, 'x-request-id': 'the-first-one' } });
      const second = await gateway.call(path, { headers: { ...headers, 'x-request-id': 'the-second-one' } });
      expect([first.status, second.status, second.text === first.text]).toEqual([200, 200, true]);
      expect(headersOf(second)).toEqual(headersOf(first));
      expect(second.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(second.headers.get('cache-control')).toBe('no-cache');
      const ids = [first, second].map((answer) => answer.headers.get('x-request-id'));
      expect(ids).toEqual(['the-first-one', 'the-second-one']);
      const etag = first.headers.get('etag') ?? '';
      const third = await gateway.call(path, { headers: { ...headers, 'if-none-match': etag } });
      expect([third.status, third.text, third.headers.get('etag')]).toEqual([304, '', etag]);
      const head = await gateway.call(path, { headers, method: 'HEAD' });
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    },
  );

  it('gets the new response once the catalogue has changed: a sold geode is not shown as available', async () => {
    const path = `/api/geodes/${KNOWN.id}`;
    const read = async () => (await gateway.call(path)).json<typeof KNOWN>().availability;
    expect([await read(), await read()]).toEqual(['available', 'available']);
    gateway.services.answer({ 'catalog.get-geode': () => SOLD });
    gateway.app.get(Bus).emit('catalog.changed', { ids: [KNOWN.id] });
    // without the event a response is kept for 10 s
    await eventually('the sold geode', async () => (await read()) === 'sold', 5_000, 20);
    expect([await read(), await read()]).toEqual(['sold', 'sold']);
  });

  it('gets a new response after 10 s, even if no event arrived', async () => {
    const read = async () => (await gateway.call('/api/showcase')).json<{ title: string }[]>()[0]?.title;
    await read();
    gateway.services.answer({ 'catalog.list-showcase': () => [{ ...showcaseItem, title: 'Another' }] });
    expect(await read()).toBe(showcaseItem.title);
    // lru-cache reads its clock once a millisecond, and a read may be faster
    await sleep(5);
    // by which the cache measures ages
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 10_001);
    try {
      expect(await read()).toBe('Another');
    } finally {
      later.mockRestore();
    }
  });

  it('skips the router, and is measured and counted like any request', async () => {
    const counted = async (metric: string) => {
      const { text } = await gateway.call('/metrics');
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(metric))
          ?.split(' ')
          .at(-1),
      );
    };
    const counts = () =>
      Promise.all(
        ['shop_cache_fast_path_total', 'shop_http_seconds_count{method="GET",route="/api/showcase",status="200"}'].map(
          counted,
        ),
      );
    await gateway.call('/api/showcase');
    const [replayed = 0, answered = 0] = await counts();
    await gateway.call('/api/showcase');
    await gateway.call('/api/showcase');
    await sleep(20);
    expect(await counts()).toEqual([replayed + 2, answered + 2]);
  });
});

describe('a personal or owner route', () => {
  /** Routes whose responses are the same for all clients; /api/live is a stream. */
  const PUBLIC_ROUTES = [
    '/api/geodes',
    '/api/geodes/featured',
    '/api/geodes/:id',
    '/api/showcase',
    '/api/config',
    '/api/live',
  ];

  it('is no-store and is never sent from the cache', async () => {
    const cookie = await gateway.logIn();
    const routes = gateway.routes.filter(
      ({ method, url }) => method === 'GET' && url.startsWith('/api/') && !PUBLIC_ROUTES.includes(url),
    );
    expect(routes.length).toBeGreaterThan(10);
    for (const { url } of routes) {
      const path = url.replaceAll(/:\w+/g, KNOWN.id).replace('*', 'x');
      const answers = [await gateway.call(path, { cookie }), await gateway.call(path, { cookie })];
      for (const { headers } of answers) expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
      const stranger = await gateway.call(path);
      expect([path, stranger.headers.get('cache-control')]).toEqual([path, 'no-store']);
      if (url.startsWith('/api/admin/') && url !== '/api/admin/session')
        expect([path, stranger.status]).toEqual([path, 401]);
    }
  });
});
