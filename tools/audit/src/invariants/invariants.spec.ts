import type { AuditData } from '../data/audit-data.js';
import { findings, settled } from './invariants.js';
import { AN_HOUR_AGO, id, NOW, validData } from './valid-data.js';
import { ALL_KINDS, type Kind } from './violation.js';

/** The row of a book with these values; what a test changes in it is the corruption. */
const row = <Row extends object>(rows: Row[], values: Partial<Row>): Row => {
  const found = rows.find((one) => Object.entries(values).every(([key, value]) => one[key as keyof Row] === value));
  if (!found) throw new Error(`no row with ${JSON.stringify(values)}`);
  return found;
};
const order = ({ orders }: AuditData, name: string) => row(orders.orders, { id: id(name) });
const attempt = ({ orders }: AuditData, name: string) => row(orders.attempts, { orderId: id(name) });
const item = ({ orders }: AuditData, geode: string) => row(orders.items, { geodeId: id(geode) });
const fact = ({ orders }: AuditData, name: string) => row(orders.outbox, { id: id(name) });
const geode = ({ catalog }: AuditData, name: string) => row(catalog.geodes, { id: id(name) });
const reservation = ({ catalog }: AuditData, name: string) => row(catalog.reservations, { geodeId: id(name) });
const payment = ({ payments }: AuditData, name: string) => row(payments.payments, { id: id(`pay-${name}`) });
const theirs = ({ square }: AuditData, name: string) => row(square!.payments, { attemptId: id(`pay-${name}`) });
const remove = <Row>(rows: Row[], gone: Row) => void rows.splice(rows.indexOf(gone), 1);
const put = (books: AuditData, name: string, available: number, reserved: number, sold: number) =>
  Object.assign(geode(books, name), { unitsAvailable: available, unitsReserved: reserved, unitsSold: sold });

/** What is done to sound books, and what must be found then, and nothing else. */
const corruptions: [what: string, kind: Kind, corrupt: (books: AuditData) => unknown][] = [
  [
    'a captured payment that the shop does not know',
    'payment-without-order',
    (books) => books.square?.payments.push({ ...theirs(books, 'anna-1'), id: 'P2', attemptId: id('unknown') }),
  ],
  [
    'a captured payment of a refused checkout, whatever the owner was told',
    'payment-without-order',
    (books) => {
      books.square?.payments.push({ ...theirs(books, 'anna-1'), id: 'P2', attemptId: id('pay-carla') });
      books.payments.lostOrders.push({ squarePaymentId: 'P2', state: 'open' });
    },
  ],
  [
    'a captured payment whose checkout ended without an order',
    'payment-without-order',
    (books) => books.square?.payments.push({ ...theirs(books, 'anna-1'), id: 'P2', attemptId: id('pay-carla') }),
  ],
  [
    'a captured payment of a cent more than its order',
    'payment-of-another-amount',
    (books) => (theirs(books, 'anna-1').amountCents += 1),
  ],
  [
    'a captured payment in another currency',
    'payment-of-another-amount',
    (books) => (theirs(books, 'anna-1').currency = 'CAD'),
  ],
  [
    'an authorisation of a checkout that is over',
    'authorisation-without-checkout',
    (books) => (theirs(books, 'ben').status = 'APPROVED'),
  ],
  [
    'a paid order whose payment Square does not have',
    'order-without-payment',
    (books) => remove(books.square!.payments, theirs(books, 'anna-1')),
  ],
  [
    'a paid order whose payment is only authorised',
    'order-without-payment',
    (books) => (theirs(books, 'anna-1').status = 'APPROVED'),
  ],
  [
    'an old paid order without a payment of ours',
    'order-without-payment',
    (books) => {
      Object.assign(books.square!, { from: NOW, payments: [] });
      remove(books.payments.payments, payment(books, 'anna-1'));
    },
  ],
  [
    'a second captured payment of an order',
    'order-captured-twice',
    (books) => books.square?.payments.push({ ...theirs(books, 'anna-1'), id: 'P2' }),
  ],
  [
    'a captured payment of a cancelled order',
    'cancelled-order-charged',
    (books) => (theirs(books, 'ben').status = 'COMPLETED'),
  ],
  [
    'a captured payment of a cancelled order that was refunded in part',
    'cancelled-order-charged',
    (books) => {
      theirs(books, 'ben').status = 'COMPLETED';
      books.square?.refunds.push({ id: 'R', squarePaymentId: 'square-ben', amountCents: 9_999, status: 'COMPLETED' });
    },
  ],
  [
    'a payment voided here, captured there',
    'payment-state-differs',
    (books) => (payment(books, 'anna-1').state = 'voided'),
  ],
  [
    'a payment captured here, voided there',
    'payment-state-differs',
    (books) => (payment(books, 'ben').state = 'captured'),
  ],
  [
    'a captured payment of which payments knows another amount',
    'payment-state-differs',
    (books) => (payment(books, 'anna-1').amountCents = 1),
  ],
  [
    'a paid order that names another payment than the captured one',
    'order-without-payment',
    (books) => (order(books, 'anna-1').squarePaymentId = 'P2'),
  ],
  [
    'two orders of one unit',
    'stone-in-two-orders',
    (books) => {
      books.catalog.reservations.push({ ...reservation(books, 'agate'), id: id('res-2'), orderId: id('anna-2') });
      books.orders.items.push({ ...item(books, 'agate'), id: id('item-2'), orderId: id('anna-2'), priceCents: 0 });
      put(books, 'agate', 0, 0, 2);
    },
  ],
  [
    'two paid orders of a stone that was sold once',
    'stone-in-two-orders',
    (books) =>
      books.orders.items.push({ ...item(books, 'agate'), id: id('item-2'), orderId: id('anna-2'), priceCents: 0 }),
  ],
  [
    'a stone of a paid order that is on sale',
    'sold-stone-on-sale',
    (books) => {
      remove(books.catalog.reservations, reservation(books, 'agate'));
      put(books, 'agate', 1, 0, 0);
    },
  ],
  [
    'a stone of a paid order that stays reserved although the catalogue was told',
    'paid-order-not-sold',
    (books) => {
      reservation(books, 'agate').state = 'reserved';
      put(books, 'agate', 0, 1, 0);
    },
  ],
  [
    'a stone of a paid order that stays reserved because the operator dropped the event',
    'paid-order-not-sold',
    (books) => {
      reservation(books, 'agate').state = 'reserved';
      put(books, 'agate', 0, 1, 0);
      Object.assign(fact(books, 'fact-1'), { doneAt: null, droppedAt: AN_HOUR_AGO });
      remove(books.catalog.facts, row(books.catalog.facts, { eventId: id('fact-1') }));
    },
  ],
  [
    'a stone of a paid order that was given back',
    'paid-order-released',
    (books) => {
      reservation(books, 'agate').state = 'released';
      put(books, 'agate', 1, 0, 0);
    },
  ],
  [
    'a stone sold to an order that is not paid',
    'stone-sold-to-nobody',
    (books) => {
      reservation(books, 'quartz').state = 'sold';
      put(books, 'quartz', 0, 0, 1);
    },
  ],
  [
    'a reservation of a checkout that is over',
    'stone-reserved-by-nothing',
    (books) => {
      reservation(books, 'quartz').state = 'reserved';
      put(books, 'quartz', 0, 1, 0);
    },
  ],
  [
    'a reservation that no checkout made',
    'stone-reserved-by-nothing',
    (books) => (reservation(books, 'pyrite').orderId = id('nobody')),
  ],
  [
    'a hold that ended and still keeps its stone',
    'stone-reserved-by-nothing',
    (books) => Object.assign(reservation(books, 'pyrite'), { state: 'held', expiresAt: AN_HOUR_AGO }),
  ],
  [
    'counters that are not what the reservations say',
    'stock-counters-differ',
    (books) => (geode(books, 'galena').unitsSold = 1),
  ],
  ['a negative count', 'impossible-stock', (books) => (geode(books, 'galena').unitsAvailable = -1)],
  [
    'a reservation of a stone that is not there',
    'impossible-stock',
    (books) => remove(books.catalog.geodes, geode(books, 'quartz')),
  ],
  [
    'two discounts of one address',
    'discount-taken-twice',
    (books) => {
      item(books, 'calcite').priceCents = 20_000 + 3_333;
      order(books, 'anna-2').discountCents = 3_333;
    },
  ],
  [
    'a discount kept for a cancelled order',
    'discount-claim-stale',
    (books) => books.orders.claims.push({ buyer: 'ben', orderId: id('ben') }),
  ],
  [
    'a discount kept for a checkout that was refused',
    'discount-claim-stale',
    (books) => books.orders.claims.push({ buyer: 'carla', orderId: id('carla') }),
  ],
  [
    'a discount of a cent too much',
    'discount-not-a-tenth',
    (books) => {
      order(books, 'anna-1').discountCents += 1;
      item(books, 'agate').priceCents += 1;
    },
  ],
  ['a total that is not the sum', 'order-total-wrong', (books) => (item(books, 'barite').priceCents += 1)],
  [
    'a fact that is done but was never applied',
    'fact-lost',
    (books) => remove(books.catalog.facts, row(books.catalog.facts, { eventId: id('fact-1') })),
  ],
  [
    'an archived order that nobody told of',
    'fact-lost',
    (books) => {
      remove(books.catalog.facts, row(books.catalog.facts, { eventId: id('fact-3') }));
      remove(books.orders.outbox, fact(books, 'fact-3'));
    },
  ],
  ['a fact that waits for an hour', 'fact-overdue', (books) => (fact(books, 'fact-1').doneAt = null)],
  [
    'a fact that was applied and never told',
    'fact-without-outbox-row',
    (books) => books.catalog.facts.push({ eventId: id('fact-9'), type: 'order.paid', handledAt: AN_HOUR_AGO }),
  ],
  [
    'a fact that was applied twice',
    'fact-applied-twice',
    (books) => {
      books.orders.outbox.push({ ...fact(books, 'fact-1'), id: id('fact-9') });
      books.catalog.facts.push({ eventId: id('fact-9'), type: 'order.paid', handledAt: AN_HOUR_AGO });
    },
  ],
  [
    'an open checkout that nobody has worked on for two minutes',
    'attempt-stuck',
    (books) => (attempt(books, 'dora').leaseUntil = new Date(NOW.getTime() - 121_000)),
  ],
  [
    'an order that is confirming although its checkout is over',
    'order-left-open',
    (books) => (order(books, 'ben').paymentState = 'confirming'),
  ],
];

describe('the invariants', () => {
  it('hold in sound books', () => {
    expect(findings(validData())).toEqual([]);
  });

  it.each(corruptions)('find %s: %s', (_what, kind, corrupt) => {
    const books = validData();
    corrupt(books);
    const found = settled(books, 120_000).sure;
    expect(found.map((one) => one.kind)).toEqual([kind]);
    expect(found[0]?.message).toMatch(Object.values(found[0]?.ids ?? {})[0] as string);
  });

  it('each have a corruption that is tried here', () => {
    expect(new Set(corruptions.map(([, kind]) => kind))).toEqual(new Set(ALL_KINDS));
  });

  it('judge no payment while Square cannot be read', () => {
    const books = validData();
    theirs(books, 'anna-1').amountCents += 1;
    expect(findings({ ...books, square: undefined })).toEqual([]);
  });
});

describe('no violation is', () => {
  const fine: [what: string, change: (books: AuditData) => unknown][] = [
    [
      'a captured payment that was given back to a buyer whose order was cancelled',
      (books) => {
        theirs(books, 'ben').status = 'COMPLETED';
        books.square?.refunds.push({ id: 'R', squarePaymentId: 'square-ben', amountCents: 10_000, status: 'PENDING' });
      },
    ],
    [
      'a paid order that the owner refunded',
      (books) =>
        books.square?.refunds.push({
          id: 'R',
          squarePaymentId: 'square-anna-1',
          amountCents: 9_000,
          status: 'COMPLETED',
        }),
    ],
    [
      'payments that no book knows, as after a restore, once the owner was told of them',
      (books) => {
        books.square?.payments.push(
          { ...theirs(books, 'anna-1'), id: 'P2', attemptId: id('unknown') },
          { ...theirs(books, 'anna-1'), id: 'P3', attemptId: id('unknown too'), status: 'APPROVED' },
        );
        books.payments.lostOrders.push(
          { squarePaymentId: 'P2', state: 'open' },
          { squarePaymentId: 'P3', state: 'seen' },
        );
      },
    ],
    [
      'a captured payment of a checkout that is still open',
      (books) => {
        theirs(books, 'dora').status = 'COMPLETED';
        payment(books, 'dora').state = 'capturing';
        attempt(books, 'dora').state = 'authorised';
      },
    ],
    [
      'a stone of a paid order that waits for its event',
      (books) => {
        reservation(books, 'agate').state = 'reserved';
        put(books, 'agate', 0, 1, 0);
        Object.assign(fact(books, 'fact-1'), { doneAt: null, createdAt: NOW });
        remove(books.catalog.facts, row(books.catalog.facts, { eventId: id('fact-1') }));
      },
    ],
    [
      'an event that was given up: it waits for the operator, and its stone with it',
      (books) => {
        reservation(books, 'agate').state = 'reserved';
        put(books, 'agate', 0, 1, 0);
        Object.assign(fact(books, 'fact-1'), { doneAt: null, failedAt: AN_HOUR_AGO });
        remove(books.catalog.facts, row(books.catalog.facts, { eventId: id('fact-1') }));
      },
    ],
    [
      'an event that the operator dropped',
      (books) => {
        Object.assign(fact(books, 'fact-3'), { doneAt: null, droppedAt: AN_HOUR_AGO });
        remove(books.catalog.facts, row(books.catalog.facts, { eventId: id('fact-3') }));
      },
    ],
    [
      'an event of long ago that orders forgot and the catalogue did not yet, or the other way round',
      (books) => {
        const longAgo = new Date(NOW.getTime() - 89 * 24 * 3_600_000);
        Object.assign(order(books, 'anna-2'), { createdAt: longAgo, archivedAt: longAgo });
        remove(books.orders.outbox, fact(books, 'fact-2'));
        row(books.catalog.facts, { eventId: id('fact-2') }).handledAt = longAgo;
        fact(books, 'fact-3').doneAt = longAgo;
        remove(books.catalog.facts, row(books.catalog.facts, { eventId: id('fact-3') }));
      },
    ],
    ['a stone of which there are more', (books) => (geode(books, 'agate').unitsAvailable = 2)],
    [
      'the discount of a second order, where the first was cancelled',
      (books) => Object.assign(order(books, 'ben'), { buyer: 'anna', discountCents: 1_000, totalCents: 9_000 }),
    ],
    [
      'a hold that runs',
      (books) => Object.assign(reservation(books, 'pyrite'), { state: 'held', expiresAt: NOW, orderId: id('hold') }),
    ],
  ];

  it.each(fine)('%s', (_what, change) => {
    const books = validData();
    change(books);
    expect(findings(books)).toEqual([]);
  });
});

describe('what changed a moment ago', () => {
  const corrupted = () => {
    const books = validData();
    theirs(books, 'anna-1').amountCents += 1;
    theirs(books, 'anna-1').updatedAt = new Date(NOW.getTime() - 60_000);
    return books;
  };

  it('is under way, not wrong', () => {
    expect(settled(corrupted(), 120_000)).toEqual({ sure: [], inFlight: 1 });
  });

  it('counts at once where no time to settle is given', () => {
    expect(settled(corrupted(), 0)).toMatchObject({ sure: [{ kind: 'payment-of-another-amount' }], inFlight: 0 });
  });
});
