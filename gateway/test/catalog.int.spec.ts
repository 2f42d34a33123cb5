import type { Geode, GeodePage, ShowcaseItem } from '@geodes/contracts';
import { ResponseCache } from '../src/http/response-cache.js';
import { fieldsOf, type GatewayUnderTest, startGateway } from './gateway-app.js';
import { fakeServices, geode, KNOWN, listing, refuse, showcaseItem, SOLD, UNKNOWN_ID } from './fake-services.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.services.answer(fakeServices());
  gateway.app.get(ResponseCache).clear();
  gateway.services.asked.length = 0;
});

describe('GET /api/geodes', () => {
  it('passes known parameters on and drops unknown ones', async () => {
    const query =
      'search=violet&location=Keokuk%2C+Iowa&crystalType=Quartz&category=individual&minPrice=10&maxPrice=99.50' +
      '&size=small&sortBy=price-asc&page=2&limit=20&utm_source=letter&__proto__=x';
    const { status, json } = await gateway.call(`/api/geodes?${query}`);
    expect(status).toBe(200);
    expect(json<GeodePage>()).toMatchObject({ geodes: [{ id: KNOWN.id }], page: 2, limit: 20 });
    expect(gateway.asked('catalog.list-geodes')[0]).toEqual({
      search: 'violet',
      location: 'Keokuk, Iowa',
      crystalType: 'Quartz',
      category: 'individual',
      minPrice: '10',
      maxPrice: '99.50',
      size: 'small',
      sortBy: 'price-asc',
      page: 2,
      limit: 20,
    });
  });

  it('returns page 1 with 10 geodes, newest first, by default', async () => {
    await gateway.call('/api/geodes');
    expect(gateway.asked('catalog.list-geodes')[0]).toEqual({ sortBy: 'newest', page: 1, limit: 10 });
  });

  it('adds placeholders of pictures, and calls media once for each', async () => {
    const pictured = geode({ imageUrl: '/objects/pictured.jpg' });
    const other = geode({ imageUrl: '/objects/other.jpg' });
    const placeholder = 'data:image/png;base64,iVBORw==';
    gateway.services.answer({
      'catalog.list-geodes': listing([pictured, other]),
      'media.placeholders': () => ({ placeholders: { 'pictured.jpg': placeholder } }),
    });
    const page = (await gateway.call('/api/geodes?search=pictured')).json<GeodePage>();
    expect(page.geodes).toEqual([{ ...pictured, placeholder }, other]);
    expect(gateway.asked('media.placeholders')[0]).toEqual({ names: ['pictured.jpg', 'other.jpg'] });
    gateway.services.answer({
      'catalog.get-geode': () => pictured,
      'media.placeholders': refuse('UNAVAILABLE', 'Media is away.'),
    });
    expect((await gateway.call(`/api/geodes/${pictured.id}`)).json()).toEqual({ ...pictured, placeholder });
    expect(gateway.asked('media.placeholders')).toHaveLength(1);
  });

  it('does not call media again at once for an unknown picture', async () => {
    const unknown = geode({ imageUrl: '/objects/unknown.jpg' });
    gateway.services.answer({
      'catalog.list-geodes': listing([unknown]),
      'media.placeholders': () => ({ placeholders: {} }),
    });
    for (const search of ['first', 'second'])
      expect((await gateway.call(`/api/geodes?search=${search}`)).json<GeodePage>().geodes).toEqual([unknown]);
    expect(gateway.asked('media.placeholders')).toEqual([{ names: ['unknown.jpg'] }]);
  });

  it('returns geodes without placeholders while media does not respond', async () => {
    gateway.services.answer({ 'media.placeholders': refuse('UNAVAILABLE', 'Media is away.') });
    const { status, json } = await gateway.call('/api/geodes?search=away');
    expect(status).toBe(200);
    expect(json<GeodePage>().geodes).toEqual([KNOWN]);
  });

  it.each([
    ['page=0', 'page'],
    ['page=1&page=2', 'page'],
    ['limit=101', 'limit'],
    ['sortBy=random', 'sortBy'],
    ['minPrice=-5', 'minPrice'],
    ['maxPrice=cheap', 'maxPrice'],
    ['size=huge', 'size'],
    ['category=stone', 'category'],
    ['search=a&search=b', 'search'],
    [`search=${'a'.repeat(201)}`, 'search'],
  ])('is 400 and names the field for %s', async (query, field) => {
    const answer = await gateway.call(`/api/geodes?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'BAD_REQUEST' });
    expect(fieldsOf(answer)).toEqual([field]);
    expect(gateway.asked('catalog.list-geodes')).toHaveLength(0);
  });

  it('is compressed', async () => {
    gateway.services.answer({ 'catalog.list-geodes': listing(Array.from({ length: 10 }, () => geode())) });
    for (const encoding of ['br', 'gzip']) {
      const answer = await gateway.call('/api/geodes', { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.json<GeodePage>().geodes).toHaveLength(10);
    }
  });

  it('is 503 with Retry-After while the catalogue does not respond, and names no service', async () => {
    const away = refuse('UNAVAILABLE', 'The shop is catching its breath.', { part: 'postgres.internal' });
    gateway.services.answer({ 'catalog.list-geodes': away });
    const answer = await gateway.call('/api/geodes');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.json()).toMatchObject({ statusCode: 503, code: 'UNAVAILABLE' });
    expect(answer.text).not.toContain('postgres');
  });
});

describe('GET /api/geodes/featured, /api/geodes/{id} and /api/showcase', () => {
  it('return lists and one geode', async () => {
    expect((await gateway.call('/api/geodes/featured')).json<Geode[]>()).toEqual([KNOWN]);
    expect((await gateway.call('/api/showcase')).json<ShowcaseItem[]>()).toEqual([showcaseItem]);
    expect((await gateway.call(`/api/geodes/${KNOWN.id}`)).json<Geode>()).toEqual(KNOWN);
  });

  it('return a sold geode with isAvailable false', async () => {
    const { status, json } = await gateway.call(`/api/geodes/${SOLD.id}`);
    expect([status, json<Geode>().isAvailable]).toEqual([200, false]);
  });

  it.each([UNKNOWN_ID, 'nonsense', '1', "' OR 1=1", '%00'])('are 404 for an unknown id: %s', async (id) => {
    const answer = await gateway.call(`/api/geodes/${encodeURIComponent(id)}`);
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  });
});

describe('unknown paths under /api', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/geodes/featured/more'],
    ['POST', '/api/geodes'],
    ['PUT', '/api/orders/square'],
    ['DELETE', '/api/showcase'],
    ['OPTIONS', '/api/geodes'],
  ])('are 404 in JSON: %s %s', async (method, path) => {
    const answer = await gateway.call(path, { method });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND', message: expect.any(String) as string });
  });
});
