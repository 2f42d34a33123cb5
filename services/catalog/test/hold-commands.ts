import { randomUUID } from 'node:crypto';
import type { Holder, Hold, Network } from '@geodes/contracts';
import { eventually } from '@geodes/testing';
import { type CatalogUnderTest, createGeode, line } from './catalog-under-test.js';

/** The commands that tests of holds send. The catalogue is read at each call, because `beforeAll` starts it. */
export const holdCommands = (catalog: () => CatalogUnderTest) => ({
  createGeodes: async (count: number): Promise<[string, ...string[]]> => {
    const ids = [];
    for (let index = 0; index < count; index += 1) ids.push((await createGeode(catalog())).id);
    return ids as [string, ...string[]];
  },
  take: (browserId: string, geodeIds: string[], network: Network | null = null): Promise<Hold> =>
    catalog().bus.call('catalog.take-hold', { browserId, items: geodeIds.map(line), network }),
  current: async (browserId: string) => (await catalog().bus.call('catalog.current-hold', { browserId })).hold,
  end: (browserId: string, holdId: string, afterSeconds?: number) =>
    catalog().bus.call('catalog.end-hold', {
      browserId,
      holdId,
      ...(afterSeconds === undefined ? {} : { afterSeconds }),
    }),
  reserve: (geodeIds: string[], holder: Holder & { network?: Network } = {}, orderId: string = randomUUID()) =>
    catalog().bus.call('catalog.reserve-geodes', { orderId, items: geodeIds.map(line), ...holder }),
  release: (orderId: string) => catalog().bus.call('catalog.release-geodes', { orderId }),
  availabilityOf: async (id: string) => (await catalog().bus.call('catalog.get-geode', { id })).availability,
  untilOnSale: (id: string) => {
    const isOnSale = async () => (await catalog().bus.call('catalog.get-geode', { id })).isAvailable;
    return eventually('the return of a geode to sale', isOnSale, 5_000, 50);
  },
  /** Moves the times of a hold and of its units into the past, as if this many seconds had passed. */
  age: (holdId: string, seconds: number) =>
    catalog().database.query(
      `WITH units AS (
         UPDATE reservation SET booked_from = booked_from - $2 * interval '1 second',
                booked_until = booked_until - $2 * interval '1 second' WHERE hold_id = $1)
       UPDATE hold SET created_at = created_at - $2 * interval '1 second', expires_at = expires_at - $2 * interval '1 second',
              leaving_at = leaving_at - $2 * interval '1 second', ended_at = ended_at - $2 * interval '1 second' WHERE id = $1`,
      [holdId, seconds],
    ),
});
