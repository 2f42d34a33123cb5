import { periodDays, fitStep, periodProblem, shopToday, fittingSteps } from './analytics-period.js';

const steps = (from: string, to: string) => fittingSteps(from, to).map(({ value }) => value);

describe('an analytics period', () => {
  it('ends today in the shop’s time zone', () => {
    expect(shopToday(new Date('2026-11-21T05:59:00Z'))).toBe('2026-11-20');
    expect(periodDays('week', '2026-11-21', null)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(periodDays('year', '2026-11-21', null)).toEqual({ from: '2025-11-22', to: '2026-11-21' });
  });

  it('begins with the first sale if it covers all time', () => {
    expect(periodDays('all', '2026-11-21', '2020-02-29').from).toBe('2020-02-29');
    expect(periodDays('all', '2026-11-21', null).from).toBe('2026-10-23');
  });

  it('has the requested step, or the next one with at most 400 points', () => {
    expect(steps('2026-01-01', '2026-11-21')).toEqual(['day', 'week', 'month']);
    expect(steps('2020-01-01', '2026-11-21')).toEqual(['week', 'month']);
    expect(fitStep('day', '2026-01-01', '2026-11-21')).toBe('day');
    expect(fitStep('day', '2020-01-01', '2026-11-21')).toBe('week');
    expect(fitStep('week', '2005-01-01', '2026-11-21')).toBe('month');
  });

  it.each([
    ['', '2026-01-01', 'Please choose both days.'],
    ['2026-01-02', '2026-01-01', 'The first day must not be after the last.'],
    ['0026-01-02', '2026-01-01', 'Please choose days from the year 2000 on.'],
    ['2000-01-01', '2040-01-01', 'Please choose at most 30 years.'],
  ])('from %j to %j is refused: %s', (from, to, problem) => expect(periodProblem(from, to)).toBe(problem));

  it('from 2000 to today is accepted', () => expect(periodProblem('2000-01-01', '2026-11-21')).toBeUndefined());
});
