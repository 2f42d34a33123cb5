import { SalesQuery } from '@geodes/contracts';
import { salesPeriod, shopDay } from './period.js';

const NOW = new Date('2026-11-21T18:00:00Z');
const period = (query: Partial<SalesQuery>, now = NOW) => salesPeriod(Object.assign(new SalesQuery(), query), now);

describe('a day of the shop', () => {
  it.each([
    ['2026-01-01T05:59:59Z', '2025-12-31'],
    ['2026-01-01T06:00:00Z', '2026-01-01'],
    ['2026-07-01T04:59:59Z', '2026-06-30'],
    ['2026-07-01T05:00:00Z', '2026-07-01'],
  ])('begins at midnight in Chicago, summer and winter: %s is of %s', (at, day) =>
    expect(shopDay(new Date(at))).toBe(day),
  );
});

describe('a period', () => {
  it('is the last 30 days unless another is asked for', () => {
    const { from, to, starts } = period({});
    expect([from, to, starts.length]).toEqual(['2026-10-23', '2026-11-21', 30]);
    expect(period({ to: '2026-03-01' }).from).toBe('2026-01-31');
    expect(period({ from: '2027-01-05' })).toMatchObject({ from: '2027-01-05', to: '2027-01-05' });
  });

  it('has every step once, over the change of the clocks and the end of February, too', () => {
    expect(period({ from: '2026-03-07', to: '2026-03-09' }).starts).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
    expect(period({ from: '2026-10-31', to: '2026-11-02' }).starts).toHaveLength(3);
    expect(period({ step: 'month', from: '2027-12-31', to: '2028-03-01' }).starts).toEqual([
      '2027-12-01',
      '2028-01-01',
      '2028-02-01',
      '2028-03-01',
    ]);
  });

  it('has weeks that begin on Monday', () => {
    expect(period({ step: 'week', from: '2026-11-15', to: '2026-11-21' }).starts).toEqual(['2026-11-09', '2026-11-16']);
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-04-31' }, 'to'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ from: '2025-01-01', to: '2026-02-05' }, 'step'],
    [{ step: 'month', from: '2000-01-01', to: '2999-12-31' }, 'step'],
  ] as [Partial<SalesQuery>, string][])('is refused: %j', (query, field) => {
    expect(() => period(query)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', details: [{ field, reason: expect.any(String) as string }] }),
    );
  });
});
