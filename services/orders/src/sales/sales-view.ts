import { dollars, SHOP_TIME_ZONE, type Sales, type SalesSlice, type SalesTotal } from '@geodes/contracts';
import type { Period } from './period.js';

/** What is summed: all orders, those of new and of returning buyers, or the geodes by one of their features. */
export type SalesKind = 'all' | 'buyer' | 'crystal-type' | 'tier' | 'location' | 'price-band';

/** Sums of a period; the value of `all` is the first day of a step, of `buyer` it is `first` or `returning`. */
export interface SalesSum {
  kind: SalesKind;
  value: string;
  /** Of `all` and `buyer`; an order has geodes of several features. */
  orders: number;
  /** Of features. */
  geodes: number;
  cents: number;
}

/** More values than these are summed: a location is whatever the owner wrote. */
const MAX_VALUES = 10;
/** Of orders from before the tier was kept with them; as sales.service.ts says it. */
const UNKNOWN_TIER = 'unknown';

const NOTHING = { orders: 0, geodes: 0, cents: 0 };
type Sum = typeof NOTHING;

const added = (sums: Sum[]): Sum =>
  sums.reduce(
    (all, { orders, geodes, cents }) => ({
      orders: all.orders + orders,
      geodes: all.geodes + geodes,
      cents: all.cents + cents,
    }),
    NOTHING,
  );

/** The average is rounded half up to the cent. */
const total = ({ orders, cents }: Sum): SalesTotal => ({
  revenue: dollars(cents),
  orders,
  averageOrder: orders > 0 ? dollars(Math.floor((2 * cents + orders) / (2 * orders))) : null,
});

const slice = (value: string, { geodes, cents }: Sum): SalesSlice => ({
  value: value === UNKNOWN_TIER ? null : value,
  geodes,
  revenue: dollars(cents),
});

/** What sold most comes first; what sold least is one slice where there are many. */
const ranked = (sums: SalesSum[]): SalesSlice[] => {
  const sorted = sums.toSorted((a, b) => b.geodes - a.geodes || b.cents - a.cents || (a.value < b.value ? -1 : 1));
  const shown = sorted.length > MAX_VALUES ? MAX_VALUES - 1 : MAX_VALUES;
  const rest = sorted.slice(shown);
  return [
    ...sorted.slice(0, shown).map((sum) => slice(sum.value, sum)),
    ...(rest.length > 0 ? [{ ...slice('', added(rest)), rest: rest.length }] : []),
  ];
};

/** The owner's figures of a period from its sums. */
export const salesView = ({ step, from, to, starts }: Period, sums: SalesSum[], firstDay: string | null): Sales => {
  const of = (kind: SalesKind) => sums.filter((sum) => sum.kind === kind);
  const steps = new Map(of('all').map((sum) => [sum.value, sum]));
  const buyers = new Map(of('buyer').map((sum) => [sum.value, sum]));
  const all = added(of('all'));
  return {
    timeZone: SHOP_TIME_ZONE,
    step,
    from,
    to,
    firstDay,
    total: { ...total(all), geodes: added(of('price-band')).geodes },
    points: starts.map((start) => ({ start, ...total(steps.get(start) ?? NOTHING) })),
    buyers: { first: total(buyers.get('first') ?? NOTHING), returning: total(buyers.get('returning') ?? NOTHING) },
    sold: {
      crystalType: ranked(of('crystal-type')),
      tier: ranked(of('tier')),
      location: ranked(of('location')),
      priceBand: of('price-band')
        .toSorted((a, b) => Number(a.value) - Number(b.value))
        .map((sum) => slice(sum.value, sum)),
    },
  };
};
