/** Kinds of violations with their description. The keys are the metric's labels. */
export const KINDS = {
  'payment-without-order': 'a captured payment belongs to no order',
  'payment-of-another-amount': 'a captured payment is not what its order costs',
  'authorisation-without-checkout': 'an authorised payment belongs to no open checkout',
  'order-without-payment': 'a paid order has no captured payment',
  'order-captured-twice': 'an order was paid twice',
  'cancelled-order-charged': 'a cancelled order was charged and not refunded',
  'payment-state-differs': 'a payment is one thing here and another at Square',
  'refund-differs': 'a refund is one thing here and another at Square',
  'refunded-stone-not-on-sale': 'a stone of a refund did not return to sale',
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
  'fact-without-outbox-row': 'an order event was applied that has no outbox row',
  'fact-applied-twice': 'an order event was applied twice',
  'attempt-stuck': 'nobody works on an open checkout',
  'order-left-open': 'an order is open although its checkout is over',
  'letter-missing': 'a paid order has no letter to its buyer or the owner',
  'letter-without-order': 'a letter tells of an order that does not exist',
} as const;

export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as Kind[];

/** A broken invariant. Contains ids only, no personal data. */
export interface Violation {
  kind: Kind;
  /** Text with the ids. */
  message: string;
  ids: Record<string, string>;
}

/** A possible violation: the databases were not read at the same instant. */
export interface Finding extends Violation {
  /** When its rows last changed. A recent change may belong to unfinished work. */
  touched: (Date | null | undefined)[];
}

/** Identifies a violation across checks. */
export const violationKey = ({ kind, ids }: Violation): string => [kind, ...Object.values(ids)].join(' ');

/** Thousands of violations of one kind say no more than the first ones. */
const MAX_PER_KIND = 200;

/** Keeps at most 200 violations of each kind. */
export const limitPerKind = (found: Finding[]): Violation[] =>
  [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.slice(0, MAX_PER_KIND).map(({ kind, message, ids }) => ({ kind, message, ids })),
  );

/** Counts all violations, including those left out of the report. */
export const sumCounts = (counts: Partial<Record<Kind, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
