import { saleTimeText } from './sale-time.js';

describe('the time of a sale', () => {
  it.each([
    ['2026-11-28T00:00:00.000Z', '2026-11-25T12:00:00.000Z', 'Fri, Nov 27, 6:00 PM CST'],
    ['2027-12-30T18:35:00.000Z', '2026-11-25T12:00:00.000Z', 'Thu, Dec 30, 2027, 12:35 PM CST'],
    ['2026-07-04T17:00:00.000Z', '2027-01-02T12:00:00.000Z', 'Sat, Jul 4, 2026, 12:00 PM CDT'],
    // The year begins when it does in the shop.
    ['2027-01-01T05:59:00.000Z', '2026-11-25T12:00:00.000Z', 'Thu, Dec 31, 11:59 PM CST'],
    ['2027-01-01T06:00:00.000Z', '2026-11-25T12:00:00.000Z', 'Fri, Jan 1, 2027, 12:00 AM CST'],
    ['2027-01-01T10:00:00.000Z', '2027-01-01T05:00:00.000Z', 'Fri, Jan 1, 2027, 4:00 AM CST'],
  ])('%s reads at %s: %s', (instant, now, text) => {
    expect(saleTimeText(instant, Date.parse(now))).toBe(text);
  });
});
