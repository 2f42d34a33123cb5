import type { ExportCursor, ExportPage } from '@geodes/contracts';

/** Far below the 8 MB message limit configured in NATS, so that pages stay fast. */
const MAX_BYTES = 500_000;

/** Returns a page of the leading rows of `read` that fit. `isLast`: the list has no rows after those read. */
export const exportPage = <T extends ExportCursor>(read: readonly T[], isLast: boolean): ExportPage<T> => {
  const rows = limitPageBytes(read);
  const last = rows.at(-1);
  const isEnd = isLast && rows.length === read.length;
  return { rows, next: last && !isEnd ? { createdAt: last.createdAt, id: last.id } : null };
};

/** Returns as many leading rows as fit into 500,000 bytes of JSON, but at least one if there are any. */
export const limitPageBytes = <T>(rows: readonly T[]): T[] => {
  let bytes = 0;
  const over = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row)) + 1) > MAX_BYTES);
  return rows.slice(0, over < 0 ? rows.length : Math.max(1, over));
};
