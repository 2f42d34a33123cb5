import { Readable } from 'node:stream';

/** Rows asked for at a time: a reply must stay well under the 8 MB that NATS takes in one message. */
const STEP = 200;
/** No list goes on for ever: 200,000 rows. */
const STEPS = 1_000;

export interface Page<T> {
  rows: T[];
  total: number;
}

/**
 * All rows of a paged list as one JSON array, asked for page after page while it is written. Rows that slid to the
 * next page meanwhile come once. Throws what the first page throws; a later failure ends the stream with an error.
 */
export const streamList = async <T extends { id: string }>(
  read: (page: number, limit: number) => Promise<Page<T>>,
): Promise<Readable> => {
  const first = await read(1, STEP);
  return Readable.from(
    written(first, (page) => read(page, STEP)),
    { objectMode: false, encoding: 'utf8' },
  );
};

async function* written<T extends { id: string }>(
  first: Page<T>,
  read: (page: number) => Promise<Page<T>>,
): AsyncGenerator<string> {
  const seen = new Set<string>();
  let { rows, total } = first;
  yield '[';
  for (let page = 1; ;) {
    const fresh = rows.filter(({ id }) => !seen.has(id));
    const separator = seen.size > 0 && fresh.length > 0 ? ',' : '';
    for (const { id } of fresh) seen.add(id);
    if (fresh.length > 0) yield separator + fresh.map((row) => JSON.stringify(row)).join(',');
    if (rows.length < STEP || page * STEP >= total || page === STEPS) break;
    page += 1;
    ({ rows, total } = await read(page));
  }
  yield ']';
}
