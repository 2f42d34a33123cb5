import { jest } from '@jest/globals';
import { type Draft, json, ResponseCache } from './response-cache.js';

const later = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Draft>();
  return { promise, resolve, reject };
};

describe('ready replies', () => {
  it('are read once and kept', async () => {
    const replies = new ResponseCache();
    const read = jest.fn(() => Promise.resolve(json([1])));
    expect((await replies.get('a', read)).body.toString()).toBe('[1]');
    await replies.get('a', read);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('share one read among all who ask at the same time', async () => {
    const replies = new ResponseCache();
    const slow = later();
    const read = jest.fn(() => slow.promise);
    const asked = Array.from({ length: 50 }, () => replies.get('a', read));
    slow.resolve(json('x'));
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('are read again after a drop', async () => {
    const replies = new ResponseCache();
    await replies.get('a', () => Promise.resolve(json('old')));
    replies.drop();
    expect((await replies.get('a', () => Promise.resolve(json('new')))).body.toString()).toBe('"new"');
  });

  it('are neither kept nor shared where the read began before a drop', async () => {
    const replies = new ResponseCache();
    const slow = later();
    const before = replies.get('a', () => slow.promise);
    replies.drop();
    const after = replies.get('a', () => Promise.resolve(json('new')));
    slow.resolve(json('old'));
    expect((await before).body.toString()).toBe('"old"');
    expect((await after).body.toString()).toBe('"new"');
    const again = await replies.get('a', () => Promise.reject(new Error('must be kept')));
    expect(again.body.toString()).toBe('"new"');
  });

  it('do not keep a failure', async () => {
    const replies = new ResponseCache();
    await expect(replies.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await replies.get('a', () => Promise.resolve(json(1)))).body.toString()).toBe('1');
  });

  it('have an ETag of their content', async () => {
    const replies = new ResponseCache();
    const one = await replies.get('a', () => Promise.resolve(json([1])));
    const same = await replies.get('b', () => Promise.resolve(json([1])));
    const other = await replies.get('c', () => Promise.resolve(json([2])));
    expect(one.etag).toBe(same.etag);
    expect(one.etag).not.toBe(other.etag);
  });
});
