import { MAX_SALES_POINTS, SHOP_TIME_ZONE, type SalesQuery, type SalesStep } from '@geodes/contracts';
import { type AppError, badRequest } from '@geodes/kit';

/** Days are `YYYY-MM-DD`, both included. */
export interface Period {
  step: SalesStep;
  from: string;
  to: string;
  /** The first day of every step, in order. */
  starts: string[];
}

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: SHOP_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the calendar day in the shop's time zone, such as `2026-11-21`. */
export const shopDay = (at: Date): string => calendar.format(at);

// Days are computed as midnights in UTC, where every day has 24 hours.
const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const later = (day: string, days: number): string => asDay(asTime(day) + days * DAY_MS);

/** Weeks start on Monday, as in PostgreSQL's date_trunc. */
const startOf = (day: string, step: SalesStep): string => {
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  if (step === 'week') return later(day, -((new Date(asTime(day)).getUTCDay() + 6) % 7));
  return day;
};
const next = (start: string, step: SalesStep): string =>
  step === 'month' ? startOf(later(start, 31), 'month') : later(start, step === 'week' ? 7 : 1);

/**
 * Returns the period of a query; by default the last 30 days up to today.
 * Throws BAD_REQUEST for a day that does not exist, a period that ends before it begins, or more than 400 steps.
 */
export const salesPeriod = ({ step, from, to }: SalesQuery, now: Date): Period => {
  for (const [field, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) throw badRequest({ field, reason: `${day} is not a day of the calendar.` });
  const last = to ?? (from && from > shopDay(now) ? from : shopDay(now));
  const first = from ?? later(last, 1 - DEFAULT_DAYS);
  if (first > last) throw badRequest({ field: 'from', reason: 'The first day must not be after the last.' });
  const starts: string[] = [];
  for (let start = startOf(first, step); start <= last; start = next(start, step)) {
    if (starts.length === MAX_SALES_POINTS) throw tooMany(step);
    starts.push(start);
  }
  return { step, from: first, to: last, starts };
};

/** JavaScript parses February 30 as March 2, so the parsed day must print as the same text. */
const isDay = (day: string): boolean => !Number.isNaN(asTime(day)) && asDay(asTime(day)) === day;

const tooMany = (step: SalesStep): AppError => {
  const reason = `the period has more than ${MAX_SALES_POINTS} ${step}s`;
  return badRequest({ field: 'step', reason: `Please choose a longer step or a shorter period: ${reason}.` });
};
