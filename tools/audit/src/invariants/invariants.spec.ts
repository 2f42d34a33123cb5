import { AN_HOUR_AGO, id, NOW, validData } from '../../test/valid-data.js';
import type { AuditData } from '../data/audit-data.js';
import { findings, splitBySettleTime } from './invariants.js';
import { ALL_KINDS, type Kind } from './violation.js';

/** Finds the row with these values. A test corrupts it in place. */
const row = <Row extends object>(rows: Row[], values: Partial<Row>): Row => {
  const found = rows.find((one) => Object.entries(values).every(([key, value]) => one[key as keyof Row] === value));
  if (!found) throw new Error(`no row with ${JSON.stringify(values)}`);
  return found;
};
const order = ({ orders }: AuditData, name: string) => row(orders.orders, { id: id(name) });
const attempt = ({ orders }: AuditData, name: string) => row(orders.attempts, { orderId: id(name) });
const item = ({ orders }: AuditData, geode: string) => row(orders.items, { geodeId: id(geode) });
const event = ({ orders }: AuditData, name: string) => row(orders.outbox, { id: id(name) });
const geode = ({ catalog }: AuditData, name: string) => row(catalog.geodes, { id: id(name) });
const reservation = ({ catalog }: AuditData, name: string) => row(catalog.reservations, { geodeId: id(name) });
const payment = ({ payments }: AuditData, name: string) => row(payments.payments, { id: id(`pay-${name}`) });
const squarePayment = ({ square }: AuditData, name: string) => row(square!.payments, { attemptId: id(`pay-${name}`) });
const remove = <Row>(rows: Row[], gone: Row) => void rows.splice(rows.indexOf(gone), 1);
const put = (data: AuditData, name: string, available: number, reserved: number, sold: number) =>
  Object.assign(geode(data, name), { unitsAvailable: available, unitsReserved: reserved, unitsSold: sold });
/** Changes the state of a geode's reservation and the counters with it. */
const setState = (data: AuditData, name: string, state: 'reserved' | 'sold' | 'released') => {
  reservation(data, name).state = state;
  put(data, name, Number(state === 'released'), Number(state === 'reserved'), Number(state === 'sold'));
};
const unapply = (data: AuditData, name: string) =>
  remove(data.catalog.events, row(data.catalog.events, { eventId: id(name) }));
const pushRefund = (data: AuditData, change: Partial<AuditData['orders']['refunds'][number]> = {}) =>
  data.orders.refunds.push({
    ...data.orders.refunds[0]!,
    id: id('refund-anna'),
    orderId: id('anna-1'),
    squareRefundId: 'R',
    restock: [],
    ...change,
  });
const refundAtSquare = (data: AuditData, payment: string, amountCents: number, status: string) =>
  data.square!.refunds.push({ id: 'R', squarePaymentId: payment, amountCents, status, updatedAt: AN_HOUR_AGO });
const charge = (data: AuditData, change: Partial<NonNullable<AuditData['square']>['payments'][number]> = {}) =>
  data.square!.payments.push({ ...squarePayment(data, 'anna-1'), id: 'P2', ...change });

/** What is done to sound data, and what must be found then, and nothing else. */
const corruptions: [what: string, kind: Kind, corrupt: (data: AuditData) => unknown][] = [
  [
    'a captured payment that the shop does not know',
    'payment-without-order',
    (data) => charge(data, { attemptId: id('unknown') }),
  ],
  [
    'a captured payment of a refused checkout, even if the owner was notified',
    'payment-without-order',
    (data) => {
      charge(data, { attemptId: id('pay-carla') });
      data.payments.lostOrders.push({ squarePaymentId: 'P2', state: 'open' });
    },
  ],
  [
    'a captured payment whose checkout ended without an order',
    'payment-without-order',
    (data) => charge(data, { attemptId: id('pay-carla') }),
  ],
  [
    'a captured payment of a cent more than its order',
    'payment-of-another-amount',
    (data) => (squarePayment(data, 'anna-1').amountCents += 1),
  ],
  [
    'a captured payment in another currency',
    'payment-of-another-amount',
    (data) => (squarePayment(data, 'anna-1').currency = 'CAD'),
  ],
  [
    'an authorisation of a checkout that is over',
    'authorisation-without-checkout',
    (data) => (squarePayment(data, 'ben').status = 'APPROVED'),
  ],
  [
    'a paid order whose payment Square does not have',
    'order-without-payment',
    (data) => remove(data.square!.payments, squarePayment(data, 'anna-1')),
  ],
  [
    'a paid order whose payment is only authorised',
    'order-without-payment',
    (data) => (squarePayment(data, 'anna-1').status = 'APPROVED'),
  ],
  [
    'an old paid order without a payment record',
    'order-without-payment',
    (data) => {
      Object.assign(data.square!, { from: NOW, payments: [] });
      remove(data.payments.payments, payment(data, 'anna-1'));
    },
  ],
  [
    'a refund of another amount than at Square',
    'refund-differs',
    (data) => (data.square!.refunds[0]!.amountCents = 10_001),
  ],
  [
    'a refund that is only pending at Square',
    'refund-differs',
    (data) => (data.square!.refunds[0]!.status = 'PENDING'),
  ],
  ['a refund that Square does not have', 'refund-differs', (data) => pushRefund(data)],
  [
    'a refund at Square that the order lacks',
    'refund-differs',
    (data) => refundAtSquare(data, 'square-anna-1', 10_000, 'COMPLETED'),
  ],
  ['a geode of a refund that stays sold', 'refunded-stone-not-on-sale', (data) => setState(data, 'opal', 'sold')],
  [
    'a geode that returned to sale without a refund',
    'paid-order-released',
    (data) => (data.orders.refunds[0]!.restock = []),
  ],
  ['a second captured payment of an order', 'order-captured-twice', (data) => charge(data)],
  [
    'a captured payment of a cancelled order',
    'cancelled-order-charged',
    (data) => (squarePayment(data, 'ben').status = 'COMPLETED'),
  ],
  [
    'a captured payment of a cancelled order that was refunded in part',
    'cancelled-order-charged',
    (data) => {
      squarePayment(data, 'ben').status = 'COMPLETED';
      refundAtSquare(data, 'square-ben', 9_999, 'COMPLETED');
    },
  ],
  [
    'a payment voided here, captured there',
    'payment-state-differs',
    (data) => (payment(data, 'anna-1').state = 'voided'),
  ],
  [
    'a payment captured here, voided there',
    'payment-state-differs',
    (data) => (payment(data, 'ben').state = 'captured'),
  ],
  [
    'a captured payment of which payments knows another amount',
    'payment-state-differs',
    (data) => (payment(data, 'anna-1').amountCents = 1),
  ],
  [
    'a paid order that names another payment than the captured one',
    'order-without-payment',
    (data) => (order(data, 'anna-1').squarePaymentId = 'P2'),
  ],
  [
    'two orders of one unit',
    'stone-in-two-orders',
    (data) => {
      data.catalog.reservations.push({ ...reservation(data, 'agate'), id: id('res-2'), orderId: id('anna-2') });
      data.orders.items.push({ ...item(data, 'agate'), orderId: id('anna-2'), priceCents: 0 });
      put(data, 'agate', 0, 0, 2);
    },
  ],
  [
    'two paid orders of a geode that was sold once',
    'stone-in-two-orders',
    (data) => data.orders.items.push({ ...item(data, 'agate'), orderId: id('anna-2'), priceCents: 0 }),
  ],
  [
    'a geode of a paid order that is on sale',
    'sold-stone-on-sale',
    (data) => {
      remove(data.catalog.reservations, reservation(data, 'agate'));
      put(data, 'agate', 1, 0, 0);
    },
  ],
  [
    'a geode of a paid order that stays reserved although the catalogue applied the event',
    'paid-order-not-sold',
    (data) => setState(data, 'agate', 'reserved'),
  ],
  [
    'a geode of a paid order that stays reserved because the operator dropped the event',
    'paid-order-not-sold',
    (data) => {
      setState(data, 'agate', 'reserved');
      Object.assign(event(data, 'event-1'), { doneAt: null, droppedAt: AN_HOUR_AGO });
      unapply(data, 'event-1');
    },
  ],
  ['a geode of a paid order that was released', 'paid-order-released', (data) => setState(data, 'agate', 'released')],
  ['a geode sold to an order that is not paid', 'stone-sold-to-nobody', (data) => setState(data, 'quartz', 'sold')],
  [
    'a reservation of a checkout that is over',
    'stone-reserved-by-nothing',
    (data) => setState(data, 'quartz', 'reserved'),
  ],
  [
    'a reservation that no checkout made',
    'stone-reserved-by-nothing',
    (data) => (reservation(data, 'pyrite').orderId = id('nobody')),
  ],
  [
    'a hold that ended and still reserves its geode',
    'stone-reserved-by-nothing',
    (data) => Object.assign(reservation(data, 'pyrite'), { state: 'held', expiresAt: AN_HOUR_AGO }),
  ],
  [
    'counters that are not what the reservations say',
    'stock-counters-differ',
    (data) => (geode(data, 'galena').unitsSold = 1),
  ],
  ['a negative count', 'impossible-stock', (data) => (geode(data, 'galena').unitsAvailable = -1)],
  [
    'a reservation of a geode that does not exist',
    'impossible-stock',
    (data) => remove(data.catalog.geodes, geode(data, 'quartz')),
  ],
  [
    'two discounts for one email',
    'discount-taken-twice',
    (data) => {
      item(data, 'calcite').priceCents = 20_000 + 3_333;
      order(data, 'anna-2').discountCents = 3_333;
    },
  ],
  [
    'a discount kept for a cancelled order',
    'discount-claim-stale',
    (data) => data.orders.claims.push({ orderId: id('ben') }),
  ],
  [
    'a discount kept for a checkout that was refused',
    'discount-claim-stale',
    (data) => data.orders.claims.push({ orderId: id('carla') }),
  ],
  [
    'a captured payment of an order that was cancelled by a refund which failed later',
    'cancelled-order-charged',
    (data) => {
      data.square!.refunds[0]!.status = 'FAILED';
      data.orders.refunds[0]!.state = 'failed';
    },
  ],
  [
    'a discount of a cent too much',
    'discount-not-a-tenth',
    (data) => {
      order(data, 'anna-1').discountCents += 1;
      item(data, 'agate').priceCents += 1;
    },
  ],
  [
    'a paid order without the letter to the owner',
    'letter-missing',
    (data) => (data.orders.letters[1]!.kinds = ['order-paid', 'order-shipped']),
  ],
  [
    'a letter of an unknown order',
    'letter-without-order',
    (data) => data.orders.letters.push({ ...data.orders.letters[0]!, orderId: id('unknown') }),
  ],
  ['a total that is not the sum', 'order-total-wrong', (data) => (item(data, 'barite').priceCents += 1)],
  ['an event that is done but was never applied', 'fact-lost', (data) => unapply(data, 'event-1')],
  [
    'an archived order without an outbox row',
    'fact-lost',
    (data) => {
      unapply(data, 'event-3');
      remove(data.orders.outbox, event(data, 'event-3'));
    },
  ],
  ['an event that waits for an hour', 'fact-overdue', (data) => (event(data, 'event-1').doneAt = null)],
  [
    'an event that was applied without an outbox row',
    'fact-without-outbox-row',
    (data) => data.catalog.events.push({ eventId: id('event-9'), type: 'order.paid', handledAt: AN_HOUR_AGO }),
  ],
  [
    'an event that was applied twice',
    'fact-applied-twice',
    (data) => {
      data.orders.outbox.push({ ...event(data, 'event-1'), id: id('event-9') });
      data.catalog.events.push({ eventId: id('event-9'), type: 'order.paid', handledAt: AN_HOUR_AGO });
    },
  ],
  [
    'an open checkout that nobody has worked on for two minutes',
    'attempt-stuck',
    (data) => (attempt(data, 'dora').leaseUntil = new Date(NOW.getTime() - 121_000)),
  ],
  [
    'an order that is confirming although its checkout is over',
    'order-left-open',
    (data) => (order(data, 'ben').paymentState = 'confirming'),
  ],
];

describe('findings', () => {
  it('returns nothing for valid data', () => {
    expect(findings(validData())).toEqual([]);
  });

  it.each(corruptions)('finds %s: %s', (_what, kind, corrupt) => {
    const data = validData();
    corrupt(data);
    const found = splitBySettleTime(data, 120_000).sure;
    expect(found.map((one) => one.kind)).toEqual([kind]);
    expect(found[0]?.message).toMatch(Object.values(found[0]?.ids ?? {})[0] as string);
  });

  it('is tested with a corruption of every kind', () => {
    expect(new Set(corruptions.map(([, kind]) => kind))).toEqual(new Set(ALL_KINDS));
  });

  it('checks no payment while Square cannot be read', () => {
    const data = validData();
    squarePayment(data, 'anna-1').amountCents += 1;
    expect(findings({ ...data, square: undefined })).toEqual([]);
  });
});

describe('findings reports no violation for', () => {
  const fine: [what: string, change: (data: AuditData) => unknown][] = [
    [
      'a captured payment that was refunded to the buyer of a cancelled order',
      (data) => {
        squarePayment(data, 'ben').status = 'COMPLETED';
        refundAtSquare(data, 'square-ben', 10_000, 'PENDING');
      },
    ],
    [
      'a paid order that the owner refunded',
      (data) => {
        refundAtSquare(data, 'square-anna-1', 9_000, 'COMPLETED');
        pushRefund(data, { amountCents: 9_000, createdAt: NOW, updatedAt: NOW });
      },
    ],
    [
      'a refund of an order that was created before the days that Square was read for, and completed within them',
      (data) => pushRefund(data, { createdAt: new Date(data.square!.from.getTime() - 1) }),
    ],
    [
      'a geode that the owner deleted after a refund',
      (data) => {
        remove(data.catalog.geodes, geode(data, 'opal'));
        remove(data.catalog.reservations, reservation(data, 'opal'));
      },
    ],
    [
      'payments that no record has, as after a restore, once the owner was notified',
      (data) => {
        charge(data, { attemptId: id('unknown') });
        charge(data, { id: 'P3', attemptId: id('unknown too'), status: 'APPROVED' });
        data.payments.lostOrders.push(
          { squarePaymentId: 'P2', state: 'open' },
          { squarePaymentId: 'P3', state: 'seen' },
        );
      },
    ],
    [
      'a captured payment of a checkout that is still open',
      (data) => {
        squarePayment(data, 'dora').status = 'COMPLETED';
        payment(data, 'dora').state = 'capturing';
        attempt(data, 'dora').state = 'authorised';
      },
    ],
    [
      'a geode of a paid order that waits for its event',
      (data) => {
        setState(data, 'agate', 'reserved');
        Object.assign(event(data, 'event-1'), { doneAt: null, createdAt: NOW });
        unapply(data, 'event-1');
      },
    ],
    [
      'a failed event, which waits for the operator together with its geode',
      (data) => {
        setState(data, 'agate', 'reserved');
        Object.assign(event(data, 'event-1'), { doneAt: null, failedAt: AN_HOUR_AGO });
        unapply(data, 'event-1');
      },
    ],
    [
      'an event that the operator dropped',
      (data) => {
        Object.assign(event(data, 'event-3'), { doneAt: null, droppedAt: AN_HOUR_AGO });
        unapply(data, 'event-3');
      },
    ],
    [
      'an old event that only one of the two services has deleted',
      (data) => {
        const longAgo = new Date(NOW.getTime() - 89 * 24 * 3_600_000);
        Object.assign(order(data, 'anna-2'), { createdAt: longAgo, archivedAt: longAgo });
        remove(data.orders.outbox, event(data, 'event-2'));
        row(data.catalog.events, { eventId: id('event-2') }).handledAt = longAgo;
        event(data, 'event-3').doneAt = longAgo;
        unapply(data, 'event-3');
      },
    ],
    ['a geode with further units', (data) => (geode(data, 'agate').unitsAvailable = 2)],
    [
      'the discount of a second order after the first was cancelled',
      (data) => Object.assign(order(data, 'ben'), { buyer: 'anna', discountCents: 1_000, totalCents: 9_000 }),
    ],
    [
      'an active hold',
      (data) => Object.assign(reservation(data, 'pyrite'), { state: 'held', expiresAt: NOW, orderId: id('hold') }),
    ],
  ];

  it.each(fine)('%s', (_what, change) => {
    const data = validData();
    change(data);
    expect(findings(data)).toEqual([]);
  });
});

describe('splitBySettleTime', () => {
  const corrupted = () => {
    const data = validData();
    squarePayment(data, 'anna-1').amountCents += 1;
    squarePayment(data, 'anna-1').updatedAt = new Date(NOW.getTime() - 60_000);
    return data;
  };

  it('counts a recent change as in flight', () => {
    expect(splitBySettleTime(corrupted(), 120_000)).toEqual({ sure: [], inFlight: 1 });
  });

  it('reports a recent change without a settle time', () => {
    expect(splitBySettleTime(corrupted(), 0)).toMatchObject({
      sure: [{ kind: 'payment-of-another-amount' }],
      inFlight: 0,
    });
  });
});
