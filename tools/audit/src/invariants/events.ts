import { isPaid, type Shop } from './shop.js';
import type { Finding } from './violation.js';

/**
 * A fact is put into the queue again at least every minute, and one that is refused is given up after four. One that
 * waits longer than this, in ms, waits for something that is away.
 */
const OVERDUE_MS = 10 * 60_000;
/** Both sides forget facts 90 days after they were done, not at the same moment: older ones than this are not judged. */
const JUDGED_MS = 80 * 24 * 60 * 60_000;

/**
 * Every order event is told once, applied once, and confirmed. One that was given up is neither lost nor overdue: it is
 * kept for the operator and counted beside the violations; one that he dropped is done, with his reason.
 */
export function eventFindings(shop: Shop): Finding[] {
  return [...lost(shop), ...neverTold(shop), ...overdue(shop), ...unknown(shop), ...twice(shop)];
}

const judgedSince = ({ books }: Shop): Date => new Date(books.at.getTime() - JUDGED_MS);

function lost(shop: Shop): Finding[] {
  const { books } = shop;
  const since = judgedSince(shop);
  const applied = new Set(books.catalog.facts.map(({ eventId }) => eventId));
  return books.orders.outbox.flatMap(({ id, type, orderId, doneAt }): Finding[] => {
    if (!doneAt || doneAt < since || applied.has(id)) return [];
    return [
      {
        kind: 'fact-lost',
        message: `${type} of order ${orderId} (event ${id}) is done, but the catalogue never applied it`,
        ids: { order: orderId, type, event: id },
        touched: [doneAt],
      },
    ];
  });
}

/** What happened, but was not written into the outbox. */
function neverTold(shop: Shop): Finding[] {
  const { books, orders, paidFacts } = shop;
  const since = judgedSince(shop);
  const archived = new Set(
    books.orders.outbox.flatMap(({ type, orderId }) => (type === 'order.archived' ? orderId : [])),
  );
  return [...orders.values()].flatMap((order) => {
    const missing = [
      ...(isPaid(order) && order.createdAt > since && !paidFacts.has(order.id) ? ['order.paid'] : []),
      ...(order.archivedAt && order.archivedAt > since && !archived.has(order.id) ? ['order.archived'] : []),
    ];
    return missing.map((type): Finding => ({
      kind: 'fact-lost',
      message: `${type} of order ${order.id} was never told`,
      ids: { order: order.id, type },
      touched: [order.updatedAt, order.archivedAt],
    }));
  });
}

function overdue({ books }: Shop): Finding[] {
  const since = new Date(books.at.getTime() - OVERDUE_MS);
  return books.orders.outbox.flatMap(({ id, type, orderId, createdAt, ...end }): Finding[] => {
    if (end.doneAt || end.droppedAt || end.failedAt || createdAt > since) return [];
    return [
      {
        kind: 'fact-overdue',
        message: `${type} of order ${orderId} (event ${id}) has been waiting since ${createdAt.toISOString()}`,
        ids: { order: orderId, type, event: id },
        touched: [createdAt],
      },
    ];
  });
}

function unknown(shop: Shop): Finding[] {
  const { books, outbox } = shop;
  const since = judgedSince(shop);
  return books.catalog.facts.flatMap(({ eventId, type, handledAt }): Finding[] => {
    if (handledAt < since || outbox.has(eventId)) return [];
    return [
      {
        kind: 'fact-without-outbox-row',
        message: `the catalogue applied ${type} (event ${eventId}), which the outbox does not have`,
        ids: { event: eventId, type },
        touched: [handledAt],
      },
    ];
  });
}

/** An event has one id an order and type; a second id that was applied as well is a second time. */
function twice({ books }: Shop): Finding[] {
  const applied = new Map(books.catalog.facts.map(({ eventId, handledAt }) => [eventId, handledAt]));
  const rows = books.orders.outbox.filter(({ id }) => applied.has(id));
  return [...Map.groupBy(rows, ({ orderId, type }) => `${type} ${orderId}`).values()].flatMap((facts): Finding[] => {
    const [first] = facts;
    if (!first || facts.length < 2) return [];
    const events = facts.map(({ id }) => id).join(', ');
    return [
      {
        kind: 'fact-applied-twice',
        message: `${first.type} of order ${first.orderId} was applied ${facts.length} times (events ${events})`,
        ids: { order: first.orderId, type: first.type },
        touched: facts.map(({ id }) => applied.get(id)),
      },
    ];
  });
}
