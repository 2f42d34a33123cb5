import { metrics } from '@geodes/kit';
import { type Draft, json, ResponseCache } from './response-cache.js';

describe('the response cache', () => {
  it('reads a response once', async () => {
    const cache = new ResponseCache();
    const read = jest.fn(() => Promise.resolve(json([1])));
    expect((await cache.get('a', read)).body.toString()).toBe('[1]');
    await cache.get('a', read);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('shares one read among concurrent requests', async () => {
    const cache = new ResponseCache();
    const slow = Promise.withResolvers<Draft>();
    const read = jest.fn(() => slow.promise);
    const requests = Array.from({ length: 50 }, () => cache.get('a', read));
    slow.resolve(json('x'));
    expect(new Set(await Promise.all(requests)).size).toBe(1);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads again after clear', async () => {
    const cache = new ResponseCache();
    await cache.get('a', () => Promise.resolve(json('old')));
    cache.clear();
    expect((await cache.get('a', () => Promise.resolve(json('new')))).body.toString()).toBe('"new"');
  });

  it('neither caches nor shares a read that began before clear', async () => {
    const cache = new ResponseCache();
    const slow = Promise.withResolvers<Draft>();
    const before = cache.get('a', () => slow.promise);
    cache.clear();
    const after = cache.get('a', () => Promise.resolve(json('new')));
    slow.resolve(json('old'));
    expect((await before).body.toString()).toBe('"old"');
    expect((await after).body.toString()).toBe('"new"');
    const again = await cache.get('a', () => Promise.reject(new Error('must be cached')));
    expect(again.body.toString()).toBe('"new"');
  });

  it('does not cache a failure', async () => {
    const cache = new ResponseCache();
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await cache.get('a', () => Promise.resolve(json(1)))).body.toString()).toBe('1');
  });

  it('derives the ETag from the content', async () => {
    const cache = new ResponseCache();
    const one = await cache.get('a', () => Promise.resolve(json([1])));
    const same = await cache.get('b', () => Promise.resolve(json([1])));
    const other = await cache.get('c', () => Promise.resolve(json([2])));
    expect(one.etag).toBe(same.etag);
    expect(one.etag).not.toBe(other.etag);
  });

  it('keeps no response with a long key, which a visitor can write into a URL', async () => {
    const cache = new ResponseCache();
    const read = jest.fn(() => Promise.resolve(json([1])));
    await cache.get('k'.repeat(501), read);
    expect((await cache.get('k'.repeat(501), read)).body.toString()).toBe('[1]');
    expect(read).toHaveBeenCalledTimes(2);
    await cache.get('k'.repeat(500), read);
    await cache.get('k'.repeat(500), read);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('counts its keys in its size, and shows it to Prometheus', async () => {
    const cache = new ResponseCache();
    await cache.get('a'.repeat(400), () => Promise.resolve(json('x')));
    const size = async () =>
      (await metrics.registry.getSingleMetric('shop_response_cache_bytes')?.get())?.values[0]?.value;
    // twice the body, which may be compressed, two bytes for each character of the key, and the rest of an entry
    expect(await size()).toBe(2 * 3 + 2 * 400 + 1_000);
    cache.clear();
    expect(await size()).toBe(0);
  });
});
