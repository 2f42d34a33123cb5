import {
  dollars,
  MAX_SALES_POINTS,
  SHOP_TIME_ZONE,
  type Sales,
  type SalesQuery,
  type SalesSlice,
  type SalesStep,
  type SalesTotal,
} from '@geodes/contracts';
import { type AppError, badRequest } from '@geodes/kit';

/** Days are `YYYY-MM-DD`, both included. */
export interface Period {
  step: SalesStep;
  from: string;
  to: string;
  /** The first day of every step, in order. */
  starts: string[];
}

/** Dimension of a sum: orders by step, orders by buyer, or geodes by a feature. */
export type SalesKind = 'all' | 'buyer' | 'crystal-type' | 'tier' | 'location' | 'price-band';

/** One sum of a period. The value of `all` is the first day of a step; that of `buyer` is `first` or `returning`. */
export interface SalesSum {
  kind: SalesKind;
  value: string;
  /** Only for `all` and `buyer`: an order has geodes with several features. */
  orders: number;
  /** Only for features. */
  geodes: number;
  cents: number;
}

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Slices of a feature; the rest is summed, because the owner types locations freely. */
const MAX_VALUES = 10;
/** Tier of orders older than the tier column; sales.service.ts writes the same text. */
const UNKNOWN_TIER = 'unknown';

const NOTHING = { orders: 0, geodes: 0, cents: 0 };
type Sum = typeof NOTHING;

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

/** Builds the owner's view of a period from its sums. */
export const salesView = ({ step, from, to, starts }: Period, sums: SalesSum[], firstDay: string | null): Sales => {
  const of = (kind: SalesKind) => sums.filter((sum) => sum.kind === kind);
  const steps = new Map(of('all').map((sum) => [sum.value, sum]));
  const buyers = new Map(of('buyer').map((sum) => [sum.value, sum]));
  const all = addSums(of('all'));
  return {
    timeZone: SHOP_TIME_ZONE,
    step,
    from,
    to,
    firstDay,
    total: { ...toTotal(all), geodes: addSums(of('price-band')).geodes },
    points: starts.map((start) => ({ start, ...toTotal(steps.get(start) ?? NOTHING) })),
    buyers: { first: toTotal(buyers.get('first') ?? NOTHING), returning: toTotal(buyers.get('returning') ?? NOTHING) },
    sold: {
      crystalType: rank(of('crystal-type')),
      tier: rank(of('tier')),
      location: rank(of('location')),
      priceBand: of('price-band')
        .toSorted((a, b) => Number(a.value) - Number(b.value))
        .map((sum) => toSlice(sum.value, sum)),
    },
  };
};

const addSums = (sums: Sum[]): Sum =>
  sums.reduce(
    (all, { orders, geodes, cents }) => ({
      orders: all.orders + orders,
      geodes: all.geodes + geodes,
      cents: all.cents + cents,
    }),
    NOTHING,
  );

/** Rounds the average half up to the cent. */
const toTotal = ({ orders, cents }: Sum): SalesTotal => ({
  revenue: dollars(cents),
  orders,
  averageOrder: orders > 0 ? dollars(Math.floor((2 * cents + orders) / (2 * orders))) : null,
});

const toSlice = (value: string, { geodes, cents }: Sum): SalesSlice => ({
  value: value === UNKNOWN_TIER ? null : value,
  geodes,
  revenue: dollars(cents),
});

/** Ranks slices by geodes sold; sums the smallest in one slice if there are too many. */
const rank = (sums: SalesSum[]): SalesSlice[] => {
  const sorted = sums.toSorted((a, b) => b.geodes - a.geodes || b.cents - a.cents || (a.value < b.value ? -1 : 1));
  const shown = sorted.length > MAX_VALUES ? MAX_VALUES - 1 : MAX_VALUES;
  const rest = sorted.slice(shown);
  return [
    ...sorted.slice(0, shown).map((sum) => toSlice(sum.value, sum)),
    ...(rest.length > 0 ? [{ ...toSlice('', addSums(rest)), rest: rest.length }] : []),
  ];
};

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

/** JavaScript parses February 30 as March 2, so the parsed day must print as the same text. */
const isDay = (day: string): boolean => !Number.isNaN(asTime(day)) && asDay(asTime(day)) === day;

const tooMany = (step: SalesStep): AppError => {
  const reason = `the period has more than ${MAX_SALES_POINTS} ${step}s`;
  return badRequest({ field: 'step', reason: `Please choose a longer step or a shorter period: ${reason}.` });
};
