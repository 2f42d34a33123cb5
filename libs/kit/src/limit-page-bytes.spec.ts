import { limitPageBytes } from './limit-page-bytes.js';

describe('the rows of a message', () => {
  it('are all of them where they are small', () => expect(limitPageBytes([1, 2, 3])).toEqual([1, 2, 3]));

  it('end before the message is too large, letters counted as bytes', () => {
    const rows = Array.from({ length: 10 }, () => 'ü'.repeat(50_000));
    expect(limitPageBytes(rows)).toHaveLength(4);
  });

  it('are never none of some', () => expect(limitPageBytes(['x'.repeat(600_000), 'y'])).toHaveLength(1));
});
