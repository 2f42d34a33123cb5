import type { MAX_SALES_POINTS, SalesStep } from '@geodes/contracts';
import { SHOP_TIME_ZONE } from '@geodes/contracts/sale-time';

/** Repeated: the module that has it loads class-validator. */
const MAX_POINTS: typeof MAX_SALES_POINTS = 400;
const DAY_MS = 24 * 60 * 60 * 1_000;

export const periods = [
  { value: 'week', label: 'Last 7 days', days: 7, step: 'day' },
  { value: 'month', label: 'Last 30 days', days: 30, step: 'day' },
  { value: 'quarter', label: 'Last 90 days', days: 90, step: 'week' },
  { value: 'year', label: 'Last 12 months', days: 365, step: 'month' },
  { value: 'all', label: 'All time', days: null, step: 'month' },
  { value: 'chosen', label: 'Chosen days', days: null, step: 'day' },
] as const satisfies { value: string; label: string; days: number | null; step: SalesStep }[];
export type PeriodChoice = (typeof periods)[number]['value'];

const STEPS = [
  { value: 'day', label: 'By day', days: 1 },
  { value: 'week', label: 'By week', days: 7 },
  { value: 'month', label: 'By month', days: 28 },
] as const;

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: SHOP_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns today in the shop's time zone. */
export const shopToday = (now = new Date()): string => calendar.format(now);

const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const daysBefore = (day: string, days: number): string =>
  new Date(asTime(day) - days * DAY_MS).toISOString().slice(0, 10);

const countDays = (from: string, to: string): number => (asTime(to) - asTime(from)) / DAY_MS + 1;

/** Returns the first and last day of a period that ends today. All time begins with the first sale, if there is one. */
export const periodDays = (choice: PeriodChoice, today: string, firstDay: string | null) => {
  const days = periods.find(({ value }) => value === choice)?.days ?? 30;
  const last30 = daysBefore(today, days - 1);
  return { from: choice === 'all' ? (firstDay ?? last30) : last30, to: today };
};

/** Returns the steps that give at most 400 points. A partial first week adds one point. */
export const fittingSteps = (from: string, to: string) =>
  STEPS.filter(({ days }) => countDays(from, to) / days + 1 <= MAX_POINTS);

/** Returns the requested step if it fits, else the finest one that does. */
export const fitStep = (step: SalesStep, from: string, to: string): SalesStep => {
  const fitting = fittingSteps(from, to);
  return fitting.find(({ value }) => value === step)?.value ?? fitting[0]?.value ?? 'month';
};

const EARLIEST = '2000-01-01';

/** Returns what is wrong with the typed days; undefined if nothing is. */
export const periodProblem = (from: string, to: string): string | undefined => {
  if (Number.isNaN(asTime(from)) || Number.isNaN(asTime(to))) return 'Please choose both days.';
  if (from < EARLIEST || to > '2999-12-31') return 'Please choose days from the year 2000 on.';
  if (from > to) return 'The first day must not be after the last.';
  return fittingSteps(from, to).length === 0 ? 'Please choose at most 30 years.' : undefined;
};
