import { isOpen, isTaken, type Shop } from './shop.js';
import type { Finding } from './violation.js';

/** A hold that ran out is given back by a clock, which may be late, milliseconds. */
const HOLD_LATE_MS = 120_000;

/** Stock is counted right, and what is off sale is so for somebody. */
export function stockFindings(shop: Shop): Finding[] {
  return [...reservedByNothing(shop), ...counters(shop), ...impossible(shop)];
}

function reservedByNothing(shop: Shop): Finding[] {
  return shop.books.catalog.reservations.flatMap((reservation): Finding[] => {
    const { state, geodeId, orderId, updatedAt } = reservation;
    const attempt = shop.attempts.get(orderId);
    const why = state === 'held' ? whyHoldIsOver(shop, reservation.expiresAt) : whyNobody(shop, orderId);
    if (!why || (state !== 'reserved' && state !== 'held')) return [];
    return [
      {
        kind: 'stone-reserved-by-nothing',
        message: `geode ${geodeId} is ${state} for ${orderId}, ${why}`,
        ids: { geode: geodeId, order: orderId },
        touched: [updatedAt, attempt?.updatedAt],
      },
    ];
  });
}

/** A paid order's stones are on their way to being sold. */
function whyNobody(shop: Shop, orderId: string): string | undefined {
  const attempt = shop.attempts.get(orderId);
  if (!attempt) return 'which no checkout has';
  return isOpen(attempt) || attempt.state === 'paid' ? undefined : `whose checkout ended ${attempt.state}`;
}

function whyHoldIsOver({ books }: Shop, expiresAt: Date | null): string | undefined {
  if (!expiresAt) return 'a hold that never ends';
  return expiresAt.getTime() + HOLD_LATE_MS < books.at.getTime()
    ? `a hold that ended ${expiresAt.toISOString()}`
    : undefined;
}

function counters(shop: Shop): Finding[] {
  return shop.books.catalog.geodes.flatMap(({ id, unitsReserved, unitsSold, updatedAt }): Finding[] => {
    const rows = (shop.reservationsOfGeode.get(id) ?? []).filter(isTaken);
    const sold = rows.filter(({ state }) => state === 'sold').length;
    const reserved = rows.length - sold;
    if (reserved === unitsReserved && sold === unitsSold) return [];
    return [
      {
        kind: 'stock-counters-differ',
        message: `geode ${id} counts ${unitsReserved} reserved and ${unitsSold} sold, its reservations say ${reserved} and ${sold}`,
        ids: { geode: id },
        touched: [updatedAt, ...rows.map((row) => row.updatedAt)],
      },
    ];
  });
}

function impossible(shop: Shop): Finding[] {
  const negative = shop.books.catalog.geodes.flatMap((geode): Finding[] => {
    const { id, unitsAvailable, unitsReserved, unitsSold, updatedAt } = geode;
    if (unitsAvailable >= 0 && unitsReserved >= 0 && unitsSold >= 0) return [];
    return [
      {
        kind: 'impossible-stock',
        message: `geode ${id} counts ${unitsAvailable} available, ${unitsReserved} reserved and ${unitsSold} sold`,
        ids: { geode: id },
        touched: [updatedAt],
      },
    ];
  });
  const orphans = shop.books.catalog.reservations.flatMap((reservation): Finding[] => {
    const { id, geodeId, orderId, state, unitNo, updatedAt } = reservation;
    const isThere = shop.geodes.has(geodeId);
    if (isThere && unitNo > 0) return [];
    return [
      {
        kind: 'impossible-stock',
        message: isThere
          ? `reservation ${id} of order ${orderId} is for unit ${unitNo} of geode ${geodeId}`
          : `reservation ${id} of order ${orderId} is ${state}, but there is no geode ${geodeId}`,
        ids: { reservation: id, geode: geodeId, order: orderId },
        touched: [updatedAt],
      },
    ];
  });
  return [...negative, ...orphans];
}
