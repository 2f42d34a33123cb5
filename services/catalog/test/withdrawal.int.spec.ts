import { randomUUID } from 'node:crypto';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, createGeode, sellUnpaid } from './catalog-under-test.js';

const catalog = catalogForTests();

const { end, historyOf, read, release, reserve, take } = commandsOf(catalog);

const withdraw = (ids: string[], squarePaymentId: string = randomUUID()) =>
  catalog.bus.call('catalog.withdraw-geodes', { references: ids.map((id) => id.slice(0, 8)), squarePaymentId });

describe('withdrawing geodes', () => {
  it('takes one unit of each geode off sale and records it in their histories', async () => {
    const [single, three] = [await createGeode(catalog), await createGeode(catalog, { quantity: 3 })];
    await catalog.changes.settled();
    catalog.changes.clear();
    const reply = await withdraw([single.id, three.id]);
    expect(reply.geodes.map(({ id }) => id).sort()).toEqual([single.id, three.id].sort());
    expect((await read(single.id)).availability).toBe('sold');
    expect((await read(three.id)).availableQuantity).toBe(2);
    expect((await catalog.changes.settled()).sort()).toEqual([single.id, three.id].sort());
    expect((await historyOf(single.id))[0]).toMatchObject({ action: 'edited', session: null });
    expect(await codeOf(reserve([single.id]))).toBe('OUT_OF_STOCK');
  });

  it('takes a held geode from its hold, so that it does not return to sale when the hold ends', async () => {
    const geode = await createGeode(catalog);
    const browserId = randomUUID();
    const { holdId } = await take(browserId, [geode.id]);
    await withdraw([geode.id]);
    expect((await read(geode.id)).availability).toBe('sold');
    expect((await historyOf(geode.id))[0]).toMatchObject({ action: 'hold-ended', session: null });
    expect(await codeOf(reserve([geode.id], { browserId }))).toBe('OUT_OF_STOCK');
    await end(browserId, holdId);
    expect((await read(geode.id)).availability).toBe('sold');
  });

  it('takes a geode once per payment, however often the command is repeated', async () => {
    const geode = await createGeode(catalog, { quantity: 3 });
    const replies = await Promise.all([1, 2, 3].map(() => withdraw([geode.id], 'a payment')));
    expect(replies.map(({ geodes }) => geodes)).toEqual(replies.map(() => [{ id: geode.id, title: geode.title }]));
    expect((await read(geode.id)).availableQuantity).toBe(2);
    await withdraw([geode.id], 'another');
    expect((await read(geode.id)).availableQuantity).toBe(1);
  });

  it('waits until a checkout that has a geode has ended, which may return it to sale', async () => {
    const geode = await createGeode(catalog);
    const orderId = randomUUID();
    await reserve([geode.id], {}, orderId);
    expect(await codeOf(withdraw([geode.id], 'of a reserved geode'))).toBe('CHANGED');
    await release(orderId);
    await withdraw([geode.id], 'of a reserved geode');
    expect((await read(geode.id)).availability).toBe('sold');
  });

  it('leaves sold and unknown geodes as they are', async () => {
    const geode = await createGeode(catalog);
    await sellUnpaid(catalog, geode.id);
    expect((await withdraw([geode.id, randomUUID()])).geodes).toEqual([{ id: geode.id, title: geode.title }]);
    expect((await read(geode.id)).availability).toBe('sold');
  });
});
