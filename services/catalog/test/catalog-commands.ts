import { randomUUID } from 'node:crypto';
import type { Holder, Hold, Network } from '@geodes/contracts';
import { requestContext } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import { OrderEvents } from '../src/events/order-events.js';
import { type CatalogUnderTest, codeOf, createGeode, line } from './catalog-under-test.js';

export const SESSION = 'Chrome on Windows 3fa9c1';

/** Calls as the gateway does for a logged-in owner. */
export const asOwner = <T>(work: () => Promise<T>, requestId: string = randomUUID()): Promise<T> =>
  requestContext.run({ requestId, session: SESSION }, work);

/** The commands and queries that tests of several files send. */
export const commandsOf = (catalog: CatalogUnderTest) => {
  const read = (id: string) => catalog.bus.call('catalog.get-geode', { id });
  return {
    read,
    createGeodes: async (count: number): Promise<[string, ...string[]]> => {
      const ids = [];
      for (let index = 0; index < count; index += 1) ids.push((await createGeode(catalog)).id);
      return ids as [string, ...string[]];
    },
    take: (browserId: string, geodeIds: string[], network: Network | null = null): Promise<Hold> =>
      catalog.bus.call('catalog.take-hold', { browserId, items: geodeIds.map(line), network }),
    current: async (browserId: string) => (await catalog.bus.call('catalog.current-hold', { browserId })).hold,
    end: (browserId: string, holdId: string, afterSeconds?: number) =>
      catalog.bus.call('catalog.end-hold', { browserId, holdId, afterSeconds }),
    reserve: (geodeIds: string[], holder: Holder & { network?: Network } = {}, orderId: string = randomUUID()) =>
      catalog.bus.call('catalog.reserve-geodes', { orderId, items: geodeIds.map(line), ...holder }),
    release: (orderId: string) => catalog.bus.call('catalog.release-geodes', { orderId }),
    /** Applies the event of a payment. It is committed before the confirmation fails, because no orders service runs. */
    sell: async (orderId: string) => {
      const paid = { eventId: randomUUID(), orderId, type: 'order.paid' } as const;
      expect(await codeOf(catalog.app.get(OrderEvents).apply(paid))).toBe('UNAVAILABLE');
    },
    availabilityOf: async (id: string) => (await read(id)).availability,
    untilOnSale: (id: string) =>
      eventually('the return of a geode to sale', async () => (await read(id)).isAvailable, 5_000, 50),
    /** Counts the units on sale, reserved and sold. */
    stockOf: async (id: string) => {
      const [stock] = await catalog.database.query<{ free: number; reserved: number; sold: number }[]>(
        'SELECT units_available AS free, units_reserved AS reserved, units_sold AS sold FROM geode WHERE id = $1',
        [id],
      );
      return stock!;
    },
    /** The owner's changes to a geode, newest first. */
    historyOf: async (id: string) =>
      (await catalog.bus.call('catalog.list-geode-changes', { id, page: 1, limit: 20 })).changes,
    eventsAfter: async (after: number) => (await catalog.bus.call('catalog.live-events', { after })).events,
    lastEvent: async () => (await catalog.bus.call('catalog.live-events', { after: null })).last,
    /** Moves the times of a hold and of its units into the past, as if this many seconds had passed. */
    age: (holdId: string, seconds: number) =>
      catalog.database.query(
        `WITH units AS (
           UPDATE reservation SET booked_from = booked_from - $2 * interval '1 second',
                  booked_until = booked_until - $2 * interval '1 second' WHERE hold_id = $1)
         UPDATE hold SET created_at = created_at - $2 * interval '1 second',
                expires_at = expires_at - $2 * interval '1 second',
                leaving_at = leaving_at - $2 * interval '1 second', ended_at = ended_at - $2 * interval '1 second'
          WHERE id = $1`,
        [holdId, seconds],
      ),
  };
};
