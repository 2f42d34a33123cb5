import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { ExportPage } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { type ReadPage, readPages, sendAll } from './owner-lists.js';

const PAGE_SIZE = 200;
const cursor = (id: string) => ({ createdAt: '2026-01-01T00:00:00.000Z', id });

describe('a streamed list', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `row-${index}` }));
  /** Only a page with too few rows is surely the last, as in catalog and orders. */
  const pageReader =
    <T>(all: T[]): ReadPage<T> =>
    async (after) => {
      const from = Number(after?.id ?? 0);
      const end = from + PAGE_SIZE;
      return { rows: all.slice(from, end), next: end <= all.length ? cursor(String(end)) : null };
    };
  const send = async (read: ReadPage<unknown>) => {
    let sent = Readable.from([]);
    const reply = { type: () => ({ send: (body: Readable) => (sent = body) }) };
    await sendAll(reply as unknown as FastifyReply, read);
    return text(sent);
  };

  it.each([0, 1, 199, 200, 201, 400, 1234])('of %i rows is one JSON array of all rows in order', async (count) => {
    const all = rows(count);
    expect(JSON.parse(await send(pageReader(all)))).toEqual(all);
  });

  it('throws the error of the first page before it writes anything', async () => {
    await expect(send(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  });
});

describe('the rows of all pages', () => {
  const page = (rows: number[], next = false) => ({ rows, next: next ? cursor('row-1') : null });
  const readAll = async (first: ExportPage<number>, read: ReadPage<number>): Promise<number[]> =>
    (await Readable.from(readPages(first, read)).toArray()).flat();

  it('are read page by page to the last page', async () => {
    const pages = [page([3, 4], true), page([5])];
    expect(await readAll(page([1, 2], true), async () => pages.shift()!)).toEqual([1, 2, 3, 4, 5]);
  });

  it('are read again if the service is away for a moment', async () => {
    let calls = 0;
    const read = async () => {
      calls += 1;
      if (calls === 1) throw new AppError('UNAVAILABLE', 'away');
      return page([2]);
    };
    expect(await readAll(page([1], true), read)).toEqual([1, 2]);
  });

  it('end with the error of a page', async () => {
    const read = () => Promise.reject(new AppError('INTERNAL', 'broken'));
    await expect(readAll(page([1], true), read)).rejects.toThrow('broken');
  });
});
