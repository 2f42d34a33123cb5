import { exportPage, limitPageBytes } from './export-page.js';

describe('limitPageBytes', () => {
  it('puts all rows into one message when they are small', () => expect(limitPageBytes([1, 2, 3])).toEqual([1, 2, 3]));

  it('stops adding rows before the message gets too large, counting UTF-8 bytes', () => {
    const rows = Array.from({ length: 10 }, () => 'ü'.repeat(50_000));
    expect(limitPageBytes(rows)).toHaveLength(4);
  });

  it('returns at least one row, however large', () =>
    expect(limitPageBytes(['x'.repeat(600_000), 'y'])).toHaveLength(1));
});

describe('exportPage', () => {
  it('has a next page unless it ends with the last row of the list', () => {
    const rows = ['a', 'b'].map((id) => ({ id, createdAt: '2026-11-01T00:00:00.000Z' }));
    expect(exportPage(rows, false).next).toEqual(rows[1]);
    expect(exportPage(rows, true).next).toBeNull();
    expect(exportPage([], false).next).toBeNull();
    const large = rows.map((row) => ({ ...row, title: 'x'.repeat(300_000) }));
    expect(exportPage(large, true).next).toEqual(rows[0]);
  });
});
