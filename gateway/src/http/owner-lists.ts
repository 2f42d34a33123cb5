import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PageQuery } from '@geodes/contracts';

const DEFAULT_LIMIT = 50;
/** Rows per call: a response must stay well under the 8 MB that NATS takes in one message. */
const PAGE_SIZE = 200;
/** Ends a list at 200,000 rows. */
const MAX_PAGES = 1_000;

interface Page<T> {
  rows: T[];
  total: number;
}
type ReadPage<T> = (page: number, limit: number) => Promise<Page<T>>;

/** Returns the page that was asked for; undefined if the query has neither `page` nor `limit`, which means all rows. */
export const asPage = ({ page, limit }: PageQuery): { page: number; limit: number } | undefined =>
  page === undefined && limit === undefined ? undefined : { page: page ?? 1, limit: limit ?? DEFAULT_LIMIT };

/** Sends all rows of a list as one JSON array. */
export const sendAll = async <T extends { id: string }>(reply: FastifyReply, read: ReadPage<T>): Promise<void> => {
  void reply.type('application/json; charset=utf-8').send(await streamList(read));
};

/**
 * Streams all rows of a paged list as one JSON array, a page at a time. A row that moves to the next page meanwhile is
 * written once. Throws what the first page throws; a later failure ends the stream with an error.
 */
export const streamList = async <T extends { id: string }>(read: ReadPage<T>): Promise<Readable> => {
  const first = await read(1, PAGE_SIZE);
  return Readable.from(
    writeRows(first, (page) => read(page, PAGE_SIZE)),
    { objectMode: false, encoding: 'utf8' },
  );
};

async function* writeRows<T extends { id: string }>(
  first: Page<T>,
  read: (page: number) => Promise<Page<T>>,
): AsyncGenerator<string> {
  const written = new Set<string>();
  let { rows, total } = first;
  yield '[';
  for (let page = 1; ;) {
    const fresh = rows.filter(({ id }) => !written.has(id));
    const separator = written.size > 0 && fresh.length > 0 ? ',' : '';
    for (const { id } of fresh) written.add(id);
    if (fresh.length > 0) yield separator + fresh.map((row) => JSON.stringify(row)).join(',');
    if (rows.length < PAGE_SIZE || page * PAGE_SIZE >= total || page === MAX_PAGES) break;
    page += 1;
    ({ rows, total } = await read(page));
  }
  yield ']';
}
