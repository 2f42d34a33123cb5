import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '@geodes/kit';
import type { Column } from './columns.js';
import { csvOf } from './csv.js';
import { exportRows } from './export-rows.js';

interface Row {
  name: string;
  units: number;
  note: string | null;
}

const columns: Column<Row>[] = [
  { header: 'Name', of: ({ name }) => name },
  { header: 'Units', of: ({ units }) => units },
  { header: 'Note', of: ({ note }) => note },
];
const row = (change: Partial<Row> = {}): Row => ({ name: 'Evening', units: 1, note: null, ...change });
const cursor = { createdAt: '2026-01-01T00:00:00.000Z', id: '11111111-1111-4111-8111-111111111111' };

describe('a table as CSV', () => {
  it('is as RFC 4180 has it, in UTF-8 with a byte order mark, and no cell is a formula', async () => {
    const rows = [row({ name: 'A "rough", one', note: 'first\nsecond' }), row({ name: '=1+1', note: 'Géode ½' })];
    expect(await text(csvOf(columns, rows))).toBe(
      '"Name","Units","Note"\r\n"A ""rough"", one",1,"first\nsecond"\r\n"\'=1+1",1,"Géode ½"\r\n',
    );
    const [first] = (await csvOf(columns, rows).toArray()) as Buffer[];
    expect([...Buffer.from(first!).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('has a header where there are no rows', async () =>
    expect(await text(csvOf(columns, []))).toBe('"Name","Units","Note"\r\n'));

  it('does not end where its rows end with an error', async () => {
    const rows = (async function* () {
      yield row();
      await Promise.resolve();
      throw new Error('gone');
    })();
    await expect(text(csvOf(columns, rows))).rejects.toThrow('gone');
  });

  it('asks for no rows ahead of its reader, and for none after it has gone', async () => {
    const asked = { rows: 0, isOver: false };
    const rows = (async function* () {
      try {
        for (;;) {
          asked.rows += 1;
          yield row({ note: 'x'.repeat(10_000) });
          await Promise.resolve();
        }
      } finally {
        asked.isOver = true;
      }
    })();
    const csv = csvOf(columns, rows);
    const reader = csv[Symbol.asyncIterator]();
    await reader.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked.rows).toBeLessThan(100);
    csv.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked.isOver).toBe(true);
  });
});

describe('the rows of an export', () => {
  const page = (rows: number[], next = false) => ({ rows, next: next ? cursor : null });

  it('are asked for page after page until there is none', async () => {
    const pages = [page([3, 4], true), page([5])];
    const rows = await Readable.from(exportRows(page([1, 2], true), async () => pages.shift()!)).toArray();
    expect(rows).toEqual([1, 2, 3, 4, 5]);
  });

  it('survive a service that is away for a moment', async () => {
    let calls = 0;
    const read = async () => {
      calls += 1;
      if (calls === 1) throw new AppError('UNAVAILABLE', 'away');
      return page([2]);
    };
    expect(await Readable.from(exportRows(page([1], true), read)).toArray()).toEqual([1, 2]);
  });

  it('end with the error of a page that cannot be had', async () => {
    const read = () => Promise.reject(new AppError('INTERNAL', 'broken'));
    await expect(Readable.from(exportRows(page([1], true), read)).toArray()).rejects.toThrow('broken');
  });
});
