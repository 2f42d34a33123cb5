import { SalesQuery } from '@geodes/contracts';
import { salesPeriod, shopDay } from './period.js';

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
