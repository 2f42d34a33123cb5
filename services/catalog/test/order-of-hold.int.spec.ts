import { randomUUID } from 'node:crypto';
import { eventually } from '@geodes/testing';
import { HoldExpiry } from '../src/holds/hold-expiry.js';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, line } from './catalog-under-test.js';

const catalog = catalogForTests();

const { age, availabilityOf, createGeodes, current, end, release, reserve, take, untilOnSale } = commandsOf(catalog);
/** Resolves when some transaction waits for a lock on a geode. */
const untilWaiting = () =>
  eventually(
    'a transaction that waits',
    async () => {
      const [{ waiting }] = await catalog.database.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%geode%'`,
      );
      return waiting > 0;
    },
    5_000,
    20,
  );

describe('an order of held geodes', () => {
  it('is refused because of another browser’s hold, but never because of its own', async () => {
    const [a, b] = await createGeodes(2);
    const browser = randomUUID();
    await take(browser, [a, b!]);
    expect(await codeOf(reserve([a]))).toBe('OUT_OF_STOCK');
    expect(await codeOf(reserve([a], { browserId: randomUUID() }))).toBe('OUT_OF_STOCK');
    expect((await reserve([a], { browserId: browser })).items).toHaveLength(1);
    expect((await reserve([b!], { browserId: browser })).items).toHaveLength(1);
  });

  it('reserves the geodes itself if the hold has ended', async () => {
    const [a] = await createGeodes(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await end(browser, holdId);
    expect((await reserve([a], { browserId: browser })).items).toHaveLength(1);
  });

  it('may reserve more than its hold has, all or nothing', async () => {
    const [a, b, c] = await createGeodes(3);
    const browser = randomUUID();
    await take(browser, [a]);
    await take(randomUUID(), [c!]);
    expect(await codeOf(reserve([a, b!, c!], { browserId: browser }))).toBe('OUT_OF_STOCK');
    expect(await availabilityOf(b!)).toBe('available');
    expect((await reserve([a, b!], { browserId: browser })).items.map(({ geodeId }) => geodeId)).toEqual([a, b]);
  });

  it('takes its geodes over: the hold’s expiry, end or replacement does not return them to sale', async () => {
    const [a, b] = await createGeodes(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await reserve([a], { browserId: browser });
    expect(await codeOf(take(browser, [a]))).toBe('OUT_OF_STOCK');
    expect(await codeOf(reserve([a], { browserId: browser }))).toBe('OUT_OF_STOCK');
    await age(holdId, 3_000);
    await catalog.app.get(HoldExpiry).endOverdue();
    expect(await availabilityOf(a)).toBe('held');
    await take(browser, [b!]);
    await end(browser, holdId);
    expect(await availabilityOf(a)).toBe('held');
  });

  it('makes a second hold or order of the same browser fail without blaming another buyer', async () => {
    const [a] = await createGeodes(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await reserve([a], { browserId: browser });
    await end(browser, holdId);
    const refused = {
      message: expect.stringContaining('an order of yours'),
      details: { geodeIds: [a], orderedIds: [a] },
    };
    await expect(take(browser, [a])).rejects.toMatchObject(refused);
    await expect(reserve([a], { browserId: browser })).rejects.toMatchObject(refused);
    const other = { message: expect.stringContaining('another buyer'), details: { geodeIds: [a] } };
    await expect(take(randomUUID(), [a])).rejects.toMatchObject(other);
  });

  it('gives its geodes back to the hold for at least two minutes when it is declined', async () => {
    const [a, b] = await createGeodes(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    const orderId = randomUUID();
    await reserve([a, b!], { browserId: browser }, orderId);
    await age(holdId, 3_000);
    await release(orderId);
    const hold = await current(browser);
    expect(hold).toMatchObject({ holdId, items: [line(a)] });
    expect(Date.parse(hold!.expiresAt) - Date.now()).toBeGreaterThan(115_000);
    expect(await availabilityOf(a)).toBe('held');
    expect(await availabilityOf(b!)).toBe('available');
  });

  it('extends its hold at most eight times when it is declined again and again', async () => {
    const [a, b] = await createGeodes(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a, b!]);
    const declinedAfter = async (seconds: number) => {
      const orderId = randomUUID();
      await age(holdId, seconds);
      await reserve([a], { browserId: browser }, orderId);
      await release(orderId);
    };
    await declinedAfter(590);
    for (let time = 2; time <= 8; time += 1) await declinedAfter(110);
    await age(holdId, 110);
    expect(await availabilityOf(b!)).toBe('held');
    await declinedAfter(8);
    await Promise.all([a, b!].map(untilOnSale));
  });

  it('returns the geode to sale when a decline races a replacement of the hold', async () => {
    const [a, x] = await createGeodes(2);
    const browser = randomUUID();
    await take(browser, [a]);
    const orderId = randomUUID();
    await reserve([a], { browserId: browser }, orderId);
    const other = catalog.database.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM geode WHERE id = $1 FOR UPDATE', [x]);
    const replaced = take(browser, [x!]);
    await untilWaiting();
    const released = release(orderId);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other.rollbackTransaction();
    await other.release();
    await Promise.all([replaced, released]);
    expect(await availabilityOf(a)).toBe('available');
    expect((await current(browser))?.items).toEqual([line(x!)]);
  });

  it('returns its geodes to sale when it is declined after its hold ended', async () => {
    const [a] = await createGeodes(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    const orderId = randomUUID();
    await reserve([a], { browserId: browser }, orderId);
    await end(browser, holdId);
    await release(orderId);
    expect(await availabilityOf(a)).toBe('available');
  });

  it('is released without a deadlock while a hold of another unit of its geode ends', async () => {
    const [a] = await createGeodes(1);
    const network = { address: randomUUID() };
    const orderId = randomUUID();
    await reserve([a], { network }, orderId);
    await catalog.database.query(
      `INSERT INTO off_sale_time (network_key, began_at, seconds)
       SELECT address_key, date_trunc('minute', booked_from), 1 FROM reservation WHERE order_id = $1`,
      [orderId],
    );
    // the other hold's transaction: it locks the geode, then the network's time
    const other = catalog.database.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM geode WHERE id = $1 FOR NO KEY UPDATE', [a]);
    const released = release(orderId);
    await untilWaiting();
    const time = 'SELECT FROM off_sale_time WHERE network_key = $1 FOR UPDATE NOWAIT';
    expect(await other.query(time, [network.address])).toHaveLength(1);
    await other.rollbackTransaction();
    await other.release();
    await released;
  });
});
