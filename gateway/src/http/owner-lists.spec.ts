import { text } from 'node:stream/consumers';
import { streamList } from './owner-lists.js';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `row-${index}` }));
const pageReader =
  <T>(all: T[]) =>
  (page: number, limit: number) =>
    Promise.resolve({ rows: all.slice((page - 1) * limit, page * limit), total: all.length });

describe('a streamed list', () => {
  it.each([0, 1, 199, 200, 201, 400, 1234])('of %i rows is one JSON array of all rows in order', async (count) => {
    const all = rows(count);
    expect(JSON.parse(await text(await streamList(pageReader(all))))).toEqual(all);
  });

  it('has each row once if a row is added at the top between two pages', async () => {
    const all = rows(450);
    let reads = 0;
    const list = await streamList((page, limit) => {
      reads += 1;
      const now = reads > 1 ? [{ id: 'new' }, ...all] : all;
      return pageReader(now)(page, limit);
    });
    const ids = (JSON.parse(await text(list)) as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(450);
  });

  it('throws the error of the first page before it writes anything', async () => {
    await expect(streamList(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  });
});
