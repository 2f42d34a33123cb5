import { setTimeout as pause } from 'node:timers/promises';
import type { ExportCursor, ExportPage } from '@geodes/contracts';
import { AppError } from '@geodes/kit';

export type ReadPage<T> = (after: ExportCursor | null) => Promise<ExportPage<T>>;

/** No export goes on for ever: twenty million rows. */
const MAX_PAGES = 100_000;
/** A service that is started anew is there again after a second or two. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

/** All rows behind the first page, each page asked for when the one before is written. Throws where one cannot be had. */
export async function* exportRows<T>(first: ExportPage<T>, read: ReadPage<T>): AsyncGenerator<T> {
  let page = first;
  for (let count = 1; ; count += 1) {
    yield* page.rows;
    if (!page.next) return;
    if (count === MAX_PAGES) throw new Error('The export does not end.');
    page = await patiently(page.next, read);
  }
}

const patiently = async <T>(after: ExportCursor, read: ReadPage<T>): Promise<ExportPage<T>> => {
  for (const waitMs of PAUSES_MS) {
    try {
      return await read(after);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
      await pause(waitMs);
    }
  }
  return read(after);
};
