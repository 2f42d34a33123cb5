import { limitPageBytes } from './bus.js';

describe('limitPageBytes', () => {
  it('puts all rows into one message when they are small', () => expect(limitPageBytes([1, 2, 3])).toEqual([1, 2, 3]));

  it('stops adding rows before the message gets too large, counting UTF-8 bytes', () => {
    const rows = Array.from({ length: 10 }, () => 'ü'.repeat(50_000));
    expect(limitPageBytes(rows)).toHaveLength(4);
  });

  it('returns at least one row, however large', () =>
    expect(limitPageBytes(['x'.repeat(600_000), 'y'])).toHaveLength(1));
});
