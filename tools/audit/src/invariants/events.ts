import { isPaid, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

/**
 * The relay queues an event again at least every minute, and four minutes of refusals fail it. An event that waits longer
 * than this waits for a process or server that is down.
 */
const OVERDUE_MS = 10 * 60_000;
/** Both services delete events after 90 days, but not at the same moment, so older ones than this are not checked. */
const MAX_AGE_MS = 80 * 24 * 60 * 60_000;

/**
 * Every order event is written once, applied once and confirmed. A failed event is neither lost nor overdue: it waits for
 * the operator and is counted separately. A dropped event counts as done.
 */
export function eventFindings(shop: IndexedData): Finding[] {
  return [
    ...lostEvents(shop),
    ...unwrittenEvents(shop),
    ...overdueEvents(shop),
    ...unknownEvents(shop),
    ...repeatedEvents(shop),
  ];
}

const checkedSince = ({ data }: IndexedData): Date => new Date(data.at.getTime() - MAX_AGE_MS);

function lostEvents(shop: IndexedData): Finding[] {
  const { data } = shop;
  const since = checkedSince(shop);
  const applied = new Set(data.catalog.events.map(({ eventId }) => eventId));
  return data.orders.outbox.flatMap(({ id, type, orderId, doneAt }): Finding | [] => {
    if (!doneAt || doneAt < since || applied.has(id)) return [];
    return {
      kind: 'fact-lost',
      message: `${type} of order ${orderId} (event ${id}) is done, but the catalogue never applied it`,
      ids: { order: orderId, type, event: id },
      touched: [doneAt],
    };
  });
}

/** Finds changes of orders without an outbox row. */
function unwrittenEvents(shop: IndexedData): Finding[] {
  const { data, orders, paidEvents } = shop;
  const since = checkedSince(shop);
  const archived = new Set(
    data.orders.outbox.flatMap(({ type, orderId }) => (type === 'order.archived' ? orderId : [])),
  );
  return [...orders.values()].flatMap((order) => {
    const missing = [
      ...(isPaid(order) && order.createdAt > since && !paidEvents.has(order.id) ? ['order.paid'] : []),
      ...(order.archivedAt && order.archivedAt > since && !archived.has(order.id) ? ['order.archived'] : []),
    ];
    return missing.map((type): Finding => ({
      kind: 'fact-lost',
      message: `${type} of order ${order.id} was never written to the outbox`,
      ids: { order: order.id, type },
      touched: [order.updatedAt, order.archivedAt],
    }));
  });
}

function overdueEvents({ data }: IndexedData): Finding[] {
  const since = new Date(data.at.getTime() - OVERDUE_MS);
  return data.orders.outbox.flatMap(({ id, type, orderId, createdAt, ...end }): Finding | [] => {
    if (end.doneAt || end.droppedAt || end.failedAt || createdAt > since) return [];
    return {
      kind: 'fact-overdue',
      message: `${type} of order ${orderId} (event ${id}) has been waiting since ${createdAt.toISOString()}`,
      ids: { order: orderId, type, event: id },
      touched: [createdAt],
    };
  });
}

function unknownEvents(shop: IndexedData): Finding[] {
  const { data, outbox } = shop;
  const since = checkedSince(shop);
  return data.catalog.events.flatMap(({ eventId, type, handledAt }): Finding | [] => {
    if (handledAt < since || outbox.has(eventId)) return [];
    return {
      kind: 'fact-without-outbox-row',
      message: `the catalogue applied ${type} (event ${eventId}), which the outbox does not have`,
      ids: { event: eventId, type },
      touched: [handledAt],
    };
  });
}

/** An order has one event id of each type. A second applied id means that the event was applied twice. */
function repeatedEvents({ data }: IndexedData): Finding[] {
  const applied = new Map(data.catalog.events.map(({ eventId, handledAt }) => [eventId, handledAt]));
  const appliedEvents = data.orders.outbox.filter(({ id }) => applied.has(id));
  return [...Map.groupBy(appliedEvents, ({ orderId, type }) => `${type} ${orderId}`).values()].flatMap(
    (rows): Finding | [] => {
      const [first] = rows;
      if (!first || rows.length < 2) return [];
      const events = rows.map(({ id }) => id).join(', ');
      return {
        kind: 'fact-applied-twice',
        message: `${first.type} of order ${first.orderId} was applied ${rows.length} times (events ${events})`,
        ids: { order: first.orderId, type: first.type },
        touched: rows.map(({ id }) => applied.get(id)),
      };
    },
  );
}
