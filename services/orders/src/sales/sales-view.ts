import { dollars, SHOP_TIME_ZONE, type Sales, type SalesSlice, type SalesTotal } from '@geodes/contracts';
import type { Period } from './period.js';

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

/** Slices of a feature; the rest is summed, because the owner types locations freely. */
const MAX_VALUES = 10;
/** Tier of orders older than the tier column; sales.service.ts writes the same text. */
const UNKNOWN_TIER = 'unknown';

const NOTHING = { orders: 0, geodes: 0, cents: 0 };
type Sum = typeof NOTHING;

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
