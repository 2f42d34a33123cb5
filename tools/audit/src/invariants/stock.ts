import { isOpen, isTaken, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

/** A periodic task releases expired holds, so it may be this late. */
const HOLD_LATE_MS = 120_000;

/** Stock counters match the reservations, and every unit off sale belongs to a checkout, order or hold. */
export function stockFindings(shop: IndexedData): Finding[] {
  return [...strayReservations(shop), ...wrongCounters(shop), ...impossibleStock(shop)];
}

function strayReservations(shop: IndexedData): Finding[] {
  return shop.data.catalog.reservations.flatMap((reservation): Finding | [] => {
    const { state, geodeId, orderId, updatedAt } = reservation;
    const attempt = shop.attempts.get(orderId);
    const why = state === 'held' ? whyHoldIsOver(shop, reservation.expiresAt) : whyNoCheckout(shop, orderId);
    if (!why || (state !== 'reserved' && state !== 'held')) return [];
    return {
      kind: 'stone-reserved-by-nothing',
      message: `geode ${geodeId} is ${state} for ${orderId}, ${why}`,
      ids: { geode: geodeId, order: orderId },
      touched: [updatedAt, attempt?.updatedAt],
    };
  });
}

/** The reservation of a paid order becomes a sale later, so it is no stray one. */
function whyNoCheckout(shop: IndexedData, orderId: string): string | undefined {
  const attempt = shop.attempts.get(orderId);
  if (!attempt) return 'which no checkout has';
  return isOpen(attempt) || attempt.state === 'paid' ? undefined : `whose checkout ended ${attempt.state}`;
}

function whyHoldIsOver({ data }: IndexedData, expiresAt: Date | null): string | undefined {
  if (!expiresAt) return 'a hold that never ends';
  return expiresAt.getTime() + HOLD_LATE_MS < data.at.getTime()
    ? `a hold that ended ${expiresAt.toISOString()}`
    : undefined;
}

function wrongCounters(shop: IndexedData): Finding[] {
  return shop.data.catalog.geodes.flatMap(({ id, unitsReserved, unitsSold, updatedAt }): Finding | [] => {
    const rows = (shop.reservationsOfGeode.get(id) ?? []).filter(isTaken);
    const sold = rows.filter(({ state }) => state === 'sold').length;
    const reserved = rows.length - sold;
    if (reserved === unitsReserved && sold === unitsSold) return [];
    return {
      kind: 'stock-counters-differ',
      message: `geode ${id} counts ${unitsReserved} reserved and ${unitsSold} sold, its reservations say ${reserved} and ${sold}`,
      ids: { geode: id },
      touched: [updatedAt, ...rows.map((row) => row.updatedAt)],
    };
  });
}

function impossibleStock(shop: IndexedData): Finding[] {
  const negative = shop.data.catalog.geodes.flatMap((geode): Finding | [] => {
    const { id, unitsAvailable, unitsReserved, unitsSold, updatedAt } = geode;
    if (unitsAvailable >= 0 && unitsReserved >= 0 && unitsSold >= 0) return [];
    return {
      kind: 'impossible-stock',
      message: `geode ${id} counts ${unitsAvailable} available, ${unitsReserved} reserved and ${unitsSold} sold`,
      ids: { geode: id },
      touched: [updatedAt],
    };
  });
  const orphans = shop.data.catalog.reservations.flatMap((reservation): Finding | [] => {
    const { id, geodeId, orderId, state, unitNo, updatedAt } = reservation;
    const isThere = shop.geodes.has(geodeId);
    if (isThere && unitNo > 0) return [];
    return {
      kind: 'impossible-stock',
      message: isThere
        ? `reservation ${id} of order ${orderId} is for unit ${unitNo} of geode ${geodeId}`
        : `reservation ${id} of order ${orderId} is ${state}, but there is no geode ${geodeId}`,
      ids: { reservation: id, geode: geodeId, order: orderId },
      touched: [updatedAt],
    };
  });
  return [...negative, ...orphans];
}
