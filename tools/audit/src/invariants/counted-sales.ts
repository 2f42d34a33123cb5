import type { DaySales, Order, OrdersBook } from '../books/books.js';
import { isPaid, money, type Shop } from './shop.js';
import type { Finding } from './violation.js';

/** The shop's calendar. */
const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Chicago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

type Sum = Pick<DaySales, 'orders' | 'stones' | 'cents'>;
type Days = Map<string, Sum>;

/**
 * What the owner is told was sold is what the orders say, worked out here again, and adds up in whatever way it is
 * divided. Both are of one instant: no row of it can be under way. Items that came to an order after it was paid are told
 * elsewhere.
 */
export function countedSalesFindings(shop: Shop): Finding[] {
  const { all, first, returning } = ofOrders(shop);
  const told = shop.books.orders.sales;
  const of = (kind: string, value?: string) =>
    summed(told.filter((sum) => sum.kind === kind && (value === undefined || sum.value === value)));
  const features = [...new Set(told.map(({ kind }) => kind))].filter((kind) => kind !== 'all' && kind !== 'buyer');
  // Where a day is wrong already, what it is divided into says nothing more.
  const wrong = differing('all', of('all'), all, MONEY);
  const days = new Set(wrong.map(({ ids }) => ids.day));
  const more = [
    ...differing('first-time buyers', of('buyer', 'first'), first, MONEY),
    ...differing('returning buyers', of('buyer', 'returning'), returning, MONEY),
    ...features.flatMap((kind) => differing(kind, of(kind), of('all'), STONES)),
  ].filter(({ ids }) => !days.has(ids.day));
  return [...wrong, ...more, ...months(shop.books.orders)];
}

/** Days that are added up make their months, whatever is counted. */
function months({ sales, monthSales }: OrdersBook): Finding[] {
  const what = ({ kind, value }: DaySales) => [kind, value].join(' ').trim();
  const byMonth = Map.groupBy(monthSales, what);
  const byDay = Map.groupBy(sales, what);
  return [...new Set([...byMonth.keys(), ...byDay.keys()])].flatMap((name) => {
    const days = (byDay.get(name) ?? []).map((sum) => ({ ...sum, day: `${sum.day.slice(0, 7)}-01` }));
    return differing(`${name}, whole month`, summed(byMonth.get(name) ?? []), summed(days), ALL);
  });
}

function ofOrders({ books }: Shop): Record<'all' | 'first' | 'returning', Days> {
  const sums = { all: new Map<string, Sum>(), first: new Map<string, Sum>(), returning: new Map<string, Sum>() };
  const known = new Set<string>();
  for (const order of books.orders.orders.filter(isPaid).toSorted(byTime)) {
    const buyer = known.has(order.buyer) ? sums.returning : sums.first;
    known.add(order.buyer);
    const cents = order.totalCents - order.refundedCents;
    if (cents <= 0) continue;
    for (const days of [sums.all, buyer]) add(days, calendar.format(order.createdAt), { orders: 1, stones: 0, cents });
  }
  return sums;
}

const byTime = (a: Order, b: Order): number => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

function add(days: Days, day: string, { orders, stones, cents }: Sum): void {
  const sum = days.get(day) ?? { orders: 0, stones: 0, cents: 0 };
  days.set(day, { orders: sum.orders + orders, stones: sum.stones + stones, cents: sum.cents + cents });
}

function summed(sales: DaySales[]): Days {
  const days: Days = new Map();
  for (const sum of sales) add(days, sum.day, sum);
  return days;
}

type Figures = readonly (keyof Sum)[];
const ALL: Figures = ['orders', 'stones', 'cents'];
const MONEY: Figures = ['orders', 'cents'];
const STONES: Figures = ['stones', 'cents'];

function differing(what: string, told: Days, counted: Days, figures: Figures): Finding[] {
  const none = { orders: 0, stones: 0, cents: 0 };
  return [...new Set([...told.keys(), ...counted.keys()])].flatMap((day): Finding[] => {
    const [theirs, ours] = [told.get(day) ?? none, counted.get(day) ?? none];
    if (figures.every((figure) => theirs[figure] === ours[figure])) return [];
    return [
      {
        kind: 'counted-sales-differ',
        message: `of ${day} (${what}) the owner is told ${inWords(theirs, figures)}, it should be ${inWords(ours, figures)}`,
        ids: { day, of: what },
        touched: [],
      },
    ];
  });
}

const inWords = (sum: Sum, figures: Figures): string =>
  figures.map((figure) => (figure === 'cents' ? money(sum.cents) : `${sum[figure]} ${figure}`)).join(', ');
