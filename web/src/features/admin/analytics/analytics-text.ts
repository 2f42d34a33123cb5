import type { AGE_BANDS, Analytics, SalesPoint, SalesSlice, SalesStep } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { formatDollars } from '../../../app/money.js';

/** Days have no time zone: parsed as midnight UTC and formatted in UTC. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};

const onAxis = format({ month: 'short', day: 'numeric' });
const monthOnAxis = format({ month: 'short', year: '2-digit' });
/** `Nov 21, 2026` */
export const dayText = format({ dateStyle: 'medium' });
const monthText = format({ month: 'long', year: 'numeric' });

export const shortStep = (start: string, step: SalesStep): string =>
  step === 'month' ? monthOnAxis(start) : onAxis(start);

export const stepText = (start: string, step: SalesStep): string => {
  if (step === 'month') return monthText(start);
  return step === 'week' ? `Week of ${dayText(start)}` : dayText(start);
};

export const stepNames: Record<SalesStep, string> = { day: 'Day', week: 'Week', month: 'Month' };

export const pointText = ({ start, revenue, orders }: SalesPoint, step: SalesStep): string =>
  `${stepText(start, step)}: ${formatDollars(revenue)}, ${counted(orders, 'order')}`;

/** Lower bounds of the price bands in US cents. Each band ends where the next begins. */
const BANDS = ['0', '2500', '5000', '10000', '25000', '50000'];
const dollars = (cents: string): string => `$${Number(cents) / 100}`;

export const bandText = (value: string): string => {
  const end = BANDS[BANDS.indexOf(value) + 1];
  if (!end) return `${dollars(value)} and more`;
  return value === '0' ? `Under ${dollars(end)}` : `${dollars(value)} to under ${dollars(end)}`;
};

export type Feature = keyof Analytics['sold'];

export const features: { feature: Feature; title: string; column: string }[] = [
  { feature: 'crystalType', title: 'Sold by crystal type', column: 'Crystal type' },
  { feature: 'tier', title: 'Sold by quality tier', column: 'Quality tier' },
  { feature: 'location', title: 'Sold by location', column: 'Location' },
  { feature: 'priceBand', title: 'Sold by price', column: 'Price' },
];

export const sliceText = (feature: Feature, { value, rest }: SalesSlice): string => {
  if (rest) return counted(rest, 'other');
  if (value === null) return 'Unknown';
  if (feature === 'priceBand') return bandText(value);
  if (feature === 'tier') return value ? `Tier ${value}` : 'No tier';
  return value || 'Not given';
};

const AGES: readonly number[] = [0, 30, 90, 180, 365] satisfies typeof AGE_BANDS;

export const ageText = (fromDays: number): string => {
  const end = AGES[AGES.indexOf(fromDays) + 1];
  if (!end) return 'A year or longer';
  return fromDays === 0 ? `Less than ${end} days` : `${fromDays} to ${end - 1} days`;
};
