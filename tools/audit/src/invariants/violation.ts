/** What can be wrong, with what it means to the operator; the keys are the metric's labels. */
export const KINDS = {
  'payment-without-order': 'a captured payment belongs to no order',
  'payment-of-another-amount': 'a captured payment is not what its order costs',
  'authorisation-without-checkout': 'an authorised payment belongs to no open checkout',
  'order-without-payment': 'a paid order has no captured payment',
  'order-captured-twice': 'an order was paid twice',
  'cancelled-order-charged': 'a cancelled order was charged and not refunded',
  'payment-state-differs': 'a payment is one thing here and another at Square',
  'stone-in-two-orders': 'one stone is in two live orders',
  'sold-stone-on-sale': 'a stone of a paid order is on sale',
  'paid-order-not-sold': 'a stone of a paid order is not sold',
  'paid-order-released': 'a stone of a paid order was given back',
  'stone-sold-to-nobody': 'a stone is sold, but no paid order has it',
  'stone-reserved-by-nothing': 'a stone is off sale for nobody',
  'stock-counters-differ': "a stone's counters are not what its reservations say",
  'impossible-stock': 'a stock count that cannot be',
  'discount-taken-twice': 'an address took the first-order discount twice',
  'discount-claim-stale': 'a discount is kept for an order that came to nothing',
  'discount-not-a-tenth': 'a discount is not a tenth',
  'order-total-wrong': "an order's total is not its items less the discount",
  'fact-lost': 'an order event is neither applied nor waiting',
  'fact-overdue': 'an order event has been waiting for too long',
  'fact-without-outbox-row': 'an order event was applied that nobody told',
  'fact-applied-twice': 'an order event was applied twice',
  'attempt-stuck': 'nobody works on an open checkout',
  'order-left-open': 'an order is open although its checkout is over',
} as const;

export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as Kind[];

/** One thing that must not be. Ids only: no name, no address. */
export interface Violation {
  kind: Kind;
  /** For a person, with the ids. */
  message: string;
  /** The same ids for a machine. */
  ids: Record<string, string>;
}

/** What looks wrong in books that were not read at one instant. */
export interface Finding extends Violation {
  /** When the rows that speak for it last changed: while one is young, it may still be under way. */
  touched: (Date | null | undefined)[];
}

/** The same violation has the same key, however often it is found. */
export const keyOf = ({ kind, ids }: Violation): string => [kind, ...Object.values(ids)].join(' ');

/** Where thousands of orders are wrong in one way, the first of them say what it is. */
const NAMED_OF_A_KIND = 200;

/** At most 200 of each kind. */
export const named = (found: Finding[]): Violation[] =>
  [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.slice(0, NAMED_OF_A_KIND).map(({ kind, message, ids }) => ({ kind, message, ids })),
  );

/** How many there are, named or not. */
export const total = (counts: Partial<Record<Kind, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
