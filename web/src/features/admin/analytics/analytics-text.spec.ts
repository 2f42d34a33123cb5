import { ageText, bandText, dayText, pointText, shortStep, sliceText, stepText } from './analytics-text.js';

const slice = { geodes: 1, revenue: '1.00' };

describe('analytics texts', () => {
  it('name days, weeks and months regardless of the owner’s time zone', () => {
    expect(dayText('2026-11-01')).toBe('Nov 1, 2026');
    expect(stepText('2026-11-16', 'week')).toBe('Week of Nov 16, 2026');
    expect(stepText('2026-11-01', 'month')).toBe('November 2026');
    expect([shortStep('2026-11-01', 'day'), shortStep('2026-11-01', 'month')]).toEqual(['Nov 1', 'Nov 26']);
  });

  it('describe a column', () => {
    const point = { start: '2026-11-01', revenue: '1404.10', orders: 1, averageOrder: '1404.10' };
    expect(pointText(point, 'day')).toBe('Nov 1, 2026: $1,404.10, 1 order');
    expect(pointText({ ...point, orders: 2 }, 'week')).toBe('Week of Nov 1, 2026: $1,404.10, 2 orders');
  });

  it.each([
    ['0', 'Under $25'],
    ['2500', '$25 to under $50'],
    ['50000', '$500 and more'],
  ])('name the price band from %s cents: %s', (value, text) => expect(bandText(value)).toBe(text));

  it('name a missing tier, an unknown value and the rest', () => {
    expect(sliceText('tier', { ...slice, value: '' })).toBe('No tier');
    expect(sliceText('tier', { ...slice, value: 'S' })).toBe('Tier S');
    expect(sliceText('tier', { ...slice, value: null })).toBe('Unknown');
    expect(sliceText('location', { ...slice, value: '', rest: 3 })).toBe('3 others');
    expect(sliceText('location', { ...slice, value: 'Keokuk, Iowa' })).toBe('Keokuk, Iowa');
  });

  it.each([
    [0, 'Less than 30 days'],
    [90, '90 to 179 days'],
    [365, 'A year or longer'],
  ])('describe the age from %i days on as: %s', (days, text) => expect(ageText(days)).toBe(text));
});
