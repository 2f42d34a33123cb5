import { salesPeriod } from './period.js';
import { type SalesSum, salesView } from './sales-view.js';

const period = salesPeriod({ step: 'day', from: '2026-05-01', to: '2026-05-03' }, new Date());
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
      period,
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
    const { location } = salesView(period, places, null).sold;
    expect(location).toHaveLength(10);
    expect(location[0]).toEqual({ value: 'Place 11', geodes: 12, revenue: '12.00' });
    expect(location[9]).toEqual({ value: '', geodes: 6, revenue: '6.00', rest: 3 });
    expect(salesView(period, places.slice(2), null).sold.location.some(({ rest }) => rest)).toBe(false);
  });

  it('separates geodes without a tier from those with an unknown tier, and sorts price bands by price', () => {
    const { sold } = salesView(
      period,
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
