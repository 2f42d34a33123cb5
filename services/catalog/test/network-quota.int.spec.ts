import { randomUUID } from 'node:crypto';
import type { Network } from '@geodes/contracts';
import { HoldExpiry } from '../src/holds/hold-expiry.js';
import { commandsOf } from './catalog-commands.js';
import {
  catalogForTests,
  type CatalogUnderTest,
  codeOf,
  createGeode,
  line,
  refusal,
  startCatalog,
} from './catalog-under-test.js';

describe('quota', () => {
  const catalog = catalogForTests();
  const { age, availabilityOf, createGeodes, end, release, reserve, sell, take, untilOnSale } = commandsOf(catalog);
  // so much on sale that no hold here needs a challenge
  beforeAll(() => createGeode(catalog, { quantity: 1_000 }));

  const anIpv4 = (): Network => ({ address: randomUUID() });
  const a64of = (site: string): Network => ({ address: randomUUID(), site });
  /** Holds this many new geodes for a new browser. */
  const holdNew = async (count: number, network: Network) => {
    const [browserId, ids] = [randomUUID(), await createGeodes(count)];
    return { browserId, ids, ...(await take(browserId, ids, network)) };
  };
  /** Lets a whole hold of ten pass: 100 of the 200 unit-minutes. */
  const useHalf = async (network: Network) => {
    const { holdId, ids } = await holdNew(10, network);
    await age(holdId, 600);
    await untilOnSale(ids[9]!);
  };

  describe('a network', () => {
    it('keeps at most twenty units off sale at one moment, and learns when the next return', async () => {
      const network = anIpv4();
      for (let order = 0; order < 2; order += 1) await reserve(await createGeodes(10), { network });
      const refused = await refusal(holdNew(1, network));
      expect([refused.code, refused.message]).toEqual([
        'TOO_MANY_REQUESTS',
        'Too many geodes are kept in checkouts from your network. Please try again in 2 minutes.',
      ]);
      const { retryAfterSeconds } = refused.details as { retryAfterSeconds: number };
      expect(retryAfterSeconds).toBeGreaterThan(60);
      expect(retryAfterSeconds).toBeLessThanOrEqual(120);
      await holdNew(1, anIpv4());
    });

    it('does not pass the bound by asking many times at once', async () => {
      const network = anIpv4();
      const carts = await Promise.all(Array.from({ length: 6 }, () => createGeodes(5)));
      const asked = await Promise.allSettled(carts.map((ids) => take(randomUUID(), ids, network)));
      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    });

    it('keeps units off sale for at most 200 minutes an hour', async () => {
      const network = anIpv4();
      await useHalf(network);
      await useHalf(network);
      const refused = await refusal(holdNew(1, network));
      expect(refused.code).toBe('TOO_MANY_REQUESTS');
      const { retryAfterSeconds } = refused.details as { retryAfterSeconds: number };
      expect(retryAfterSeconds).toBeGreaterThan(48 * 60);
      expect(retryAfterSeconds).toBeLessThanOrEqual(51 * 60);
      await catalog.database.query(`UPDATE off_sale_time SET began_at = began_at - interval '1 hour'`);
      await holdNew(10, network);
    });

    it('uses only the time until its hold ends', async () => {
      const network = anIpv4();
      await useHalf(network);
      const { browserId, holdId } = await holdNew(10, network);
      await age(holdId, 60);
      await end(browserId, holdId);
      await holdNew(8, network);
      expect(await codeOf(holdNew(1, network))).toBe('TOO_MANY_REQUESTS');
    });

    it('gets back what a purchase took', async () => {
      const network = anIpv4();
      await useHalf(network);
      const { browserId, ids } = await holdNew(10, network);
      const orderId = randomUUID();
      await reserve(ids, { browserId, network }, orderId);
      expect(await codeOf(holdNew(1, network))).toBe('TOO_MANY_REQUESTS');
      await sell(orderId);
      await holdNew(10, network);
    });

    it('of an IPv6 /48 keeps five times as much off sale as one of its /64s', async () => {
      const site = randomUUID();
      const first = a64of(site);
      await holdNew(10, first);
      await holdNew(10, first);
      expect(await codeOf(holdNew(1, first))).toBe('TOO_MANY_REQUESTS');
      for (let hold = 0; hold < 8; hold += 1) await holdNew(10, a64of(site));
      expect(await codeOf(holdNew(1, a64of(site)))).toBe('TOO_MANY_REQUESTS');
      await holdNew(1, a64of(randomUUID()));
    });

    it('is forgotten by a released unit at once, and by its time off sale after an hour', async () => {
      const network = a64of(randomUUID());
      const { browserId, holdId, ids } = await holdNew(1, network);
      await age(holdId, 300);
      await end(browserId, holdId);
      const orderId = randomUUID();
      await reserve(ids, { network }, orderId);
      await release(orderId);
      const rowsOf = (table: string, column: string) =>
        catalog.database.query(`SELECT FROM ${table} WHERE ${column} IN ($1, $2)`, [network.address, network.site]);
      expect(await rowsOf('reservation', 'address_key')).toEqual([]);
      expect(await rowsOf('off_sale_time', 'network_key')).not.toEqual([]);
      await catalog.database.query(`UPDATE off_sale_time SET began_at = began_at - interval '62 minutes'`);
      await catalog.app.get(HoldExpiry).deleteOldTimes();
      expect(await rowsOf('off_sale_time', 'network_key')).toEqual([]);
    });
  });

  describe('an order without a hold', () => {
    it('counts like one, until it is released', async () => {
      const network = anIpv4();
      const orderId = randomUUID();
      await reserve(await createGeodes(10), { network }, orderId);
      await reserve(await createGeodes(10), { network });
      const ids = await createGeodes(1);
      expect(await codeOf(take(randomUUID(), ids, network))).toBe('TOO_MANY_REQUESTS');
      expect(await codeOf(reserve(ids, { network }))).toBe('TOO_MANY_REQUESTS');
      expect(await availabilityOf(ids[0])).toBe('available');
      await release(orderId);
      await take(randomUUID(), ids, network);
    });

    it('takes at most ten geodes besides those on hold', async () => {
      const held = await createGeodes(10);
      const browserId = randomUUID();
      await take(browserId, held);
      const [one, ...ten] = await createGeodes(11);
      expect(await refusal(reserve([one, ...ten]))).toMatchObject({
        code: 'BAD_REQUEST',
        details: [{ field: 'items', reason: expect.stringContaining('at most 10 geodes') }],
      });
      expect((await reserve([...held, ...ten], { browserId })).items).toHaveLength(20);
    });
  });

  describe('a browser', () => {
    it('renews its hold of a geode three times', async () => {
      const [ids, browserId, network] = [await createGeodes(1), randomUUID(), anIpv4()];
      for (let hold = 0; hold < 4; hold += 1) {
        const { holdId } = await take(browserId, ids, network);
        await age(holdId, 600);
        await untilOnSale(ids[0]);
      }
      const refused = await refusal(take(browserId, ids, network));
      expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('try again in ') });
      const others = await createGeodes(1);
      const { holdId } = await take(browserId, others, network);
      await end(browserId, holdId);
      expect(await codeOf(take(browserId, [...ids, ...others], network))).toBe('TOO_MANY_REQUESTS');
    });

    it('renews within the bounds of its network only', async () => {
      const [ids, browserId, network] = [await createGeodes(10), randomUUID(), anIpv4()];
      for (let hold = 0; hold < 2; hold += 1) {
        const { holdId } = await take(browserId, ids, network);
        await age(holdId, 600);
        await untilOnSale(ids[9]!);
      }
      expect(await codeOf(take(browserId, ids, network))).toBe('TOO_MANY_REQUESTS');
    });

    it('may go back and forth without renewing', async () => {
      const [ids, browserId, network] = [await createGeodes(1), randomUUID(), anIpv4()];
      for (let hold = 0; hold < 6; hold += 1) {
        const { holdId } = await take(browserId, ids, network);
        await end(browserId, holdId);
      }
      expect(await availabilityOf(ids[0])).toBe('available');
    });

    it('may change its cart near the bound: what it gives up does not count', async () => {
      const network = anIpv4();
      await holdNew(10, network);
      const { browserId, ids } = await holdNew(9, network);
      expect((await take(browserId, [...ids.slice(5), ...(await createGeodes(5))], network)).items).toHaveLength(9);
      expect(await availabilityOf(ids[0])).toBe('available');
    });
  });
});

describe('the share of geodes on hold', () => {
  const catalog = {} as CatalogUnderTest;
  beforeEach(async () => {
    Object.assign(catalog, await startCatalog());
  });
  afterEach(() => catalog.stop());

  const { createGeodes, take } = commandsOf(catalog);
  const network = () => ({ address: randomUUID() });

  it('a new hold needs a solved challenge while more than half of what is on sale is on hold', async () => {
    const ids = await createGeodes(22);
    const browserId = randomUUID();
    await take(browserId, ids.slice(0, 10), network());
    await take(randomUUID(), ids.slice(10, 12), network());
    const [rest, kept] = [ids.slice(12, 13), ids.slice(0, 9)];
    expect(await codeOf(take(randomUUID(), rest, network()))).toBe('CHALLENGE_REQUIRED');
    expect((await take(browserId, kept, network())).items).toHaveLength(9);
    await take(randomUUID(), rest, network());
    const items = ids.slice(13, 14).map(line);
    const solved = { browserId: randomUUID(), items, network: network(), isChallengeSolved: true };
    expect((await catalog.bus.call('catalog.take-hold', solved)).items).toEqual(items);
  });

  it('a new hold needs no challenge while fewer than twenty units are on sale, or if its limits are lifted', async () => {
    const ids = await createGeodes(19);
    await take(randomUUID(), ids.slice(0, 10), network());
    await take(randomUUID(), ids.slice(10, 11), network());
    await createGeodes(1);
    await take(randomUUID(), ids.slice(11, 12));
  });
});
