import type { AuditData } from '../src/data/audit-data.js';

/** Derives a readable id from a name. */
export const id = (what: string): string => {
  const hex = Buffer.from(what.padEnd(16, '.')).toString('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

export const NOW = new Date('2026-05-01T12:00:00Z');
export const AN_HOUR_AGO = new Date(NOW.getTime() - 3_600_000);

const changed = { createdAt: AN_HOUR_AGO, updatedAt: AN_HOUR_AGO };

/**
 * Data without violations. Anna's first order has the discount, her second has two geodes and is archived.
 * Ben's order is cancelled, Carla's card was declined, Dora's checkout is open, one geode is on sale. Emma's
 * order was refunded, and its geode is on sale again.
 */
export function validData(): AuditData {
  const geodes: [geode: string, order: string, state: string][] = [
    ['agate', 'anna-1', 'sold'],
    ['barite', 'anna-2', 'sold'],
    ['calcite', 'anna-2', 'sold'],
    ['quartz', 'ben', 'released'],
    ['pyrite', 'dora', 'reserved'],
    ['opal', 'emma', 'returned'],
  ];
  const events: [name: string, order: string, type: string][] = [
    ['event-1', 'anna-1', 'order.paid'],
    ['event-2', 'anna-2', 'order.paid'],
    ['event-3', 'anna-2', 'order.archived'],
    ['event-4', 'emma', 'order.paid'],
  ];
  const payments: [order: string, state: string, status: string, cents: number][] = [
    ['anna-1', 'captured', 'COMPLETED', 9_000],
    ['anna-2', 'captured', 'COMPLETED', 30_000],
    ['ben', 'voided', 'CANCELED', 10_000],
    ['dora', 'authorised', 'APPROVED', 10_000],
    ['emma', 'captured', 'COMPLETED', 10_000],
  ];
  const order = (name: string, buyer: string, paymentState: string, discountCents: number, totalCents: number) => ({
    id: id(name),
    paymentState,
    status: paymentState === 'cancelled' || name === 'emma' ? 'cancelled' : 'paid',
    buyer,
    discountCents,
    totalCents,
    attemptId: id(`pay-${name}`),
    squarePaymentId: paymentState === 'captured' ? `square-${name}` : null,
    ...changed,
    archivedAt: name === 'anna-2' ? AN_HOUR_AGO : null,
  });
  const attempt = (name: string, state: string, leaseUntil: Date) => ({
    orderId: id(name),
    state,
    attemptId: id(`pay-${name}`),
    leaseUntil,
    ...changed,
  });
  const item = (name: string, geode: string, priceCents: number) => ({
    orderId: id(name),
    geodeId: id(geode),
    quantity: 1,
    priceCents,
  });
  return {
    at: NOW,
    orders: {
      orders: [
        order('anna-1', 'anna', 'captured', 1_000, 9_000),
        order('anna-2', 'anna', 'captured', 0, 30_000),
        order('ben', 'ben', 'cancelled', 0, 10_000),
        order('emma', 'emma', 'captured', 0, 10_000),
      ],
      items: [
        item('anna-1', 'agate', 10_000),
        item('anna-2', 'barite', 10_000),
        item('anna-2', 'calcite', 20_000),
        item('ben', 'quartz', 10_000),
        item('emma', 'opal', 10_000),
      ],
      attempts: [
        attempt('anna-1', 'paid', AN_HOUR_AGO),
        attempt('anna-2', 'paid', AN_HOUR_AGO),
        attempt('ben', 'refused', AN_HOUR_AGO),
        attempt('emma', 'paid', AN_HOUR_AGO),
        attempt('carla', 'refused', AN_HOUR_AGO),
        attempt('dora', 'authorising', new Date(NOW.getTime() + 5_000)),
      ],
      claims: [{ orderId: id('anna-1') }, { orderId: id('dora') }],
      outbox: events.map(([name, of, type]) => ({
        id: id(name),
        type,
        orderId: id(of),
        createdAt: AN_HOUR_AGO,
        doneAt: AN_HOUR_AGO,
        failedAt: null,
        droppedAt: null,
      })),
      refunds: [
        {
          id: id('refund'),
          orderId: id('emma'),
          squareRefundId: 'refund-emma',
          amountCents: 10_000,
          state: 'completed',
          restock: [id('opal')],
          ...changed,
        },
      ],
      letters: ['anna-1', 'anna-2', 'emma'].map((of) => ({
        orderId: id(of),
        kinds: ['order-paid', 'new-order'],
        firstAt: AN_HOUR_AGO,
        lastAt: AN_HOUR_AGO,
      })),
    },
    catalog: {
      geodes: [
        ...geodes.map(([geode, , state]) => ({
          id: id(geode),
          unitsAvailable: ['released', 'returned'].includes(state) ? 1 : 0,
          unitsReserved: state === 'reserved' ? 1 : 0,
          unitsSold: state === 'sold' ? 1 : 0,
          updatedAt: AN_HOUR_AGO,
        })),
        { id: id('galena'), unitsAvailable: 3, unitsReserved: 0, unitsSold: 0, updatedAt: AN_HOUR_AGO },
      ],
      reservations: geodes.map(([geode, of, state]) => ({
        id: id(`res-${geode}`),
        geodeId: id(geode),
        orderId: id(of),
        unitNo: 1,
        state,
        expiresAt: null,
        updatedAt: AN_HOUR_AGO,
      })),
      events: events.map(([name, , type]) => ({ eventId: id(name), type, handledAt: AN_HOUR_AGO })),
    },
    payments: {
      payments: [
        ...payments.map(([of, state, , amountCents]) => ({
          id: id(`pay-${of}`),
          state,
          amountCents,
          squarePaymentId: `square-${of}`,
          ...changed,
        })),
        { id: id('pay-carla'), state: 'declined', amountCents: 10_000, squarePaymentId: null, ...changed },
      ],
      lostOrders: [],
    },
    square: {
      from: new Date(NOW.getTime() - 30 * 24 * 3_600_000),
      payments: payments.map(([of, , status, amountCents]) => ({
        id: `square-${of}`,
        status,
        amountCents,
        currency: 'USD',
        attemptId: id(`pay-${of}`),
        updatedAt: AN_HOUR_AGO,
      })),
      refunds: [
        {
          id: 'refund-emma',
          squarePaymentId: 'square-emma',
          amountCents: 10_000,
          status: 'COMPLETED',
          updatedAt: AN_HOUR_AGO,
        },
      ],
    },
  };
}
