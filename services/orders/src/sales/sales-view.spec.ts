import { SalesQuery } from '@geodes/contracts';
import { salesPeriod, type SalesSum, salesView, shopDay } from './sales-view.js';

const NOW = new Date('2026-11-21T18:00:00Z');
const period = (query: Partial<SalesQuery>, now = NOW) => salesPeriod(Object.assign(new SalesQuery(), query), now);

describe('shopDay', () => {
  it.each([
    ['2026-01-01T05:59:59Z', '2025-12-31'],
    ['2026-01-01T06:00:00Z', '2026-01-01'],
    ['2026-07-01T04:59:59Z', '2026-06-30'],
    ['2026-07-01T05:00:00Z', '2026-07-01'],
  ])('starts days at midnight in Chicago, in summer and winter: %s is on %s', (at, day) =>
    expect(shopDay(new Date(at))).toBe(day),
  );
});

describe('salesPeriod', () => {
  it('returns the last 30 days by default', () => {
    const { from, to, starts } = period({});
    expect([from, to, starts.length]).toEqual(['2026-10-23', '2026-11-21', 30]);
    expect(period({ to: '2026-03-01' }).from).toBe('2026-01-31');
    expect(period({ from: '2027-01-05' })).toMatchObject({ from: '2027-01-05', to: '2027-01-05' });
  });

  it('contains every step once, also across clock changes and the end of February', () => {
    expect(period({ from: '2026-03-07', to: '2026-03-09' }).starts).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
    expect(period({ from: '2026-10-31', to: '2026-11-02' }).starts).toHaveLength(3);
    expect(period({ step: 'month', from: '2027-12-31', to: '2028-03-01' }).starts).toEqual([
      '2027-12-01',
      '2028-01-01',
      '2028-02-01',
      '2028-03-01',
    ]);
  });

  it('starts weeks on Monday', () => {
    expect(period({ step: 'week', from: '2026-11-15', to: '2026-11-21' }).starts).toEqual(['2026-11-09', '2026-11-16']);
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-04-31' }, 'to'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ from: '2025-01-01', to: '2026-02-05' }, 'step'],
    [{ step: 'month', from: '2000-01-01', to: '2999-12-31' }, 'step'],
  ] as [Partial<SalesQuery>, string][])('refuses %j', (query, field) => {
    expect(() => period(query)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', details: [{ field, reason: expect.any(String) as string }] }),
    );
  });
});

const threeDays = salesPeriod({ step: 'day', from: '2026-05-01', to: '2026-05-03' }, new Date());
const sum = (kind: SalesSum['kind'], value: string, geodes: number, cents: number, orders = 0): SalesSum => ({
  kind,
  value,
  orders,
  geodes,
  cents,
});

describe('salesView', () => {
  it('returns every step, and averages rounded half up to the cent', () => {
    const { total, points } = salesView(
      threeDays,
      [sum('all', '2026-05-01', 0, 1_001, 2), sum('all', '2026-05-03', 0, 5, 1), sum('price-band', '0', 4, 1_006)],
      '2026-05-01',
    );
    expect(total).toEqual({ revenue: '10.06', orders: 3, averageOrder: '3.35', geodes: 4 });
    expect(points).toEqual([
      { start: '2026-05-01', revenue: '10.01', orders: 2, averageOrder: '5.01' },
      { start: '2026-05-02', revenue: '0.00', orders: 0, averageOrder: null },
      { start: '2026-05-03', revenue: '0.05', orders: 1, averageOrder: '0.05' },
    ]);
  });

  it('ranks slices by geodes sold and sums the smallest', () => {
    const places = Array.from({ length: 12 }, (_, n) => sum('location', `Place ${n}`, n + 1, 100 * (n + 1)));
    const { location } = salesView(threeDays, places, null).sold;
    expect(location).toHaveLength(10);
    expect(location[0]).toEqual({ value: 'Place 11', geodes: 12, revenue: '12.00' });
    expect(location[9]).toEqual({ value: '', geodes: 6, revenue: '6.00', rest: 3 });
    expect(salesView(threeDays, places.slice(2), null).sold.location.some(({ rest }) => rest)).toBe(false);
  });

  it('separates geodes without a tier from those with an unknown tier, and sorts price bands by price', () => {
    const { sold } = salesView(
      threeDays,
      [
        sum('tier', 'unknown', 1, 1),
        sum('tier', '', 3, 3),
        sum('price-band', '50000', 9, 9),
        sum('price-band', '2500', 1, 1),
      ],
      null,
    );
    expect(sold.tier.map(({ value }) => value)).toEqual(['', null]);
    expect(sold.priceBand.map(({ value }) => value)).toEqual(['2500', '50000']);
  });
});
