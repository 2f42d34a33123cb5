import type { Geode, Order, OrderItem, Reservation } from '../data/audit-data.js';
import { isPaid, isTaken, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

/** Every unit of a paid order is sold to that order alone and not on sale. */
export function salesFindings(shop: IndexedData): Finding[] {
  const shared = unitsInTwoOrders(shop);
  const reported = new Set(shared.map(({ ids }) => ids.geode));
  const unsold = shop.data.orders.orders
    .filter(isPaid)
    .flatMap((order) => (shop.items.get(order.id) ?? []).flatMap((item) => unsoldItem(shop, order, item, reported)));
  return [...shared, ...unsold, ...salesWithoutOrder(shop)];
}

/** Finds units in two orders, and geodes with more live orders than units off sale. */
function unitsInTwoOrders(shop: IndexedData): Finding[] {
  const live = shop.data.orders.orders.filter(({ paymentState }) => ['captured', 'authorised'].includes(paymentState));
  const holders = new Map<string, Order[]>();
  for (const order of live)
    for (const { geodeId } of shop.items.get(order.id) ?? [])
      if (reservationOf(shop, order, geodeId)?.state !== 'returned')
        holders.set(geodeId, [...(holders.get(geodeId) ?? []), order]);
  return shop.data.catalog.geodes.flatMap((geode): Finding | [] => {
    const taken = (shop.reservationsOfGeode.get(geode.id) ?? []).filter(isTaken);
    const clash = [...Map.groupBy(taken, ({ unitNo }) => unitNo).values()].find((rows) => rows.length > 1) ?? [];
    const orders = holders.get(geode.id) ?? [];
    const isOverfull = orders.length > geode.unitsReserved + geode.unitsSold && geode.unitsAvailable <= 0;
    if (clash.length === 0 && (orders.length < 2 || !isOverfull)) return [];
    const ids = clash.length > 0 ? clash.map(({ orderId }) => orderId) : orders.map(({ id }) => id);
    return {
      kind: 'stone-in-two-orders',
      message: `geode ${geode.id} is in ${ids.length} live orders for one unit: ${ids.join(', ')}`,
      ids: { geode: geode.id, order: ids.join(',') },
      touched: [
        geode.updatedAt,
        ...clash.map(({ updatedAt }) => updatedAt),
        ...orders.map(({ updatedAt }) => updatedAt),
      ],
    };
  });
}

function unsoldItem(
  shop: IndexedData,
  order: Order,
  { geodeId }: OrderItem,
  reported: Set<string | undefined>,
): Finding | [] {
  const geode = shop.geodes.get(geodeId);
  const reservation = reservationOf(shop, order, geodeId);
  if (reservation?.state === 'sold' || reported.has(geodeId) || waitsForSale(shop, order, reservation)) return [];
  // in old data, a returned geode may have been deleted with its reservations
  const isBack = reservation ? reservation.state === 'returned' : !geode;
  if (isBack && isReturning(shop, order, geodeId)) return [];
  const finding = {
    ids: { order: order.id, geode: geodeId },
    touched: [
      order.updatedAt,
      reservation?.updatedAt,
      geode?.updatedAt,
      shop.paidEvents.get(order.id)?.doneAt,
      shop.paidEvents.get(order.id)?.droppedAt,
    ],
  };
  const where = `geode ${geodeId} of paid order ${order.id}`;
  if (reservation?.state === 'released' || reservation?.state === 'returned')
    return { ...finding, kind: 'paid-order-released', message: `${where} was given back: it ${onSale(geode)}` };
  if (!reservation && geode && geode.unitsAvailable > 0)
    return { ...finding, kind: 'sold-stone-on-sale', message: `${where} is on sale and reserved for nobody` };
  const instead = reservation ? `is only ${reservation.state}` : 'has no reservation';
  return { ...finding, kind: 'paid-order-not-sold', message: `${where} ${instead}` };
}

const reservationOf = (shop: IndexedData, { id }: Order, geodeId: string): Reservation | undefined =>
  (shop.reservationsOfOrder.get(id) ?? []).find((one) => one.geodeId === geodeId);

/** Returns whether a refund lets the geode return to sale. A refund may fail at Square after it was completed. */
const isReturning = (shop: IndexedData, { id }: Order, geodeId: string): boolean =>
  (shop.refundsOfOrder.get(id) ?? []).some(({ restock }) => restock.includes(geodeId));

/** Returns whether the catalogue may still apply the event. An overdue event is a separate finding. */
function waitsForSale(shop: IndexedData, { id }: Order, reservation: Reservation | undefined): boolean {
  if (reservation?.state !== 'reserved') return false;
  const event = shop.paidEvents.get(id);
  return event === undefined || (event.doneAt === null && event.droppedAt === null);
}

const onSale = (geode: Geode | undefined): string =>
  geode && geode.unitsAvailable > 0 ? 'is on sale' : 'may be in another order';

/** Finds sales without a paid order that contains the geode. */
function salesWithoutOrder(shop: IndexedData): Finding[] {
  return shop.data.catalog.reservations.flatMap(({ state, geodeId, orderId, updatedAt }): Finding | [] => {
    if (state !== 'sold') return [];
    const order = shop.orders.get(orderId);
    const hasIt = (shop.items.get(orderId) ?? []).some((item) => item.geodeId === geodeId);
    if (isPaid(order) && hasIt) return [];
    const why = !order ? 'is not there' : isPaid(order) ? 'does not have it' : `is ${order.paymentState}, not paid`;
    return {
      kind: 'stone-sold-to-nobody',
      message: `geode ${geodeId} is sold to order ${orderId}, which ${why}`,
      ids: { geode: geodeId, order: orderId },
      touched: [updatedAt, order?.updatedAt, shop.attempts.get(orderId)?.updatedAt],
    };
  });
}
