import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { ExportCursor, ExportPage, PageQuery } from '@geodes/contracts';
import { AppError } from '@geodes/kit';

const DEFAULT_LIMIT = 50;
/** Ends a list at twenty million rows. */
const MAX_PAGES = 100_000;
/** A service that restarts is back within a second or two. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000];

/** Reads the page after the cursor; the first page after null. */
export type ReadPage<T> = (after: ExportCursor | null) => Promise<ExportPage<T>>;

/** Returns the page that was asked for; undefined if the query has neither `page` nor `limit`, which means all rows. */
export const asPage = ({ page, limit }: PageQuery): { page: number; limit: number } | undefined =>
  page === undefined && limit === undefined ? undefined : { page: page ?? 1, limit: limit ?? DEFAULT_LIMIT };

/** Streams all rows as one JSON array. Throws what the first page throws; a later error cuts the connection. */
export const sendAll = async <T>(reply: FastifyReply, read: ReadPage<T>): Promise<void> => {
  const json = toJson(readPages(await read(null), read));
  void reply.type('application/json; charset=utf-8').send(Readable.from(json, { objectMode: false, encoding: 'utf8' }));
};

async function* toJson(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = '';
  yield '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield ']';
}

/** Yields the rows of each page. Reads a page once the one before is consumed; retries while the service is away. */
export async function* readPages<T>(first: ExportPage<T>, read: ReadPage<T>): AsyncGenerator<T[]> {
  let page = first;
  for (let count = 1; ; count += 1) {
    yield page.rows;
    if (!page.next) return;
    if (count === MAX_PAGES) throw new Error('The list does not end.');
    page = await readWithRetry(page.next, read);
  }
}

const readWithRetry = async <T>(after: ExportCursor, read: ReadPage<T>): Promise<ExportPage<T>> => {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await read(after);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
      await pause(delayMs);
    }
  }
  return read(after);
};
