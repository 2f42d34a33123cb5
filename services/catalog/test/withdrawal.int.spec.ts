import { randomUUID } from 'node:crypto';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, createGeode, sellUnpaid } from './catalog-under-test.js';

const catalog = catalogForTests();

const { end, historyOf, read, release, reserve, take } = commandsOf(catalog);

describe('withdrawing geodes', () => {
  it('takes one unit of each geode off sale and records it in their histories', async () => {
    const [single, three] = [await createGeode(catalog), await createGeode(catalog, { quantity: 3 })];
    const references = [single, three].map(({ id }) => id.slice(0, 8));
    await catalog.changes.settled();
    catalog.changes.clear();
    const reply = await catalog.bus.call('catalog.withdraw-geodes', { references });
    expect(reply.geodes.map(({ id }) => id).sort()).toEqual([single.id, three.id].sort());
    expect((await read(single.id)).availability).toBe('sold');
    expect((await read(three.id)).availableQuantity).toBe(2);
    expect((await catalog.changes.settled()).sort()).toEqual([single.id, three.id].sort());
    expect((await historyOf(single.id))[0]).toMatchObject({ action: 'edited', session: null });
    expect(await codeOf(reserve([single.id]))).toBe('OUT_OF_STOCK');
  });

  const withdraw = (id: string) => catalog.bus.call('catalog.withdraw-geodes', { references: [id.slice(0, 8)] });

  it('takes a held geode from its hold, so that it does not return to sale when the hold ends', async () => {
    const geode = await createGeode(catalog);
    const browserId = randomUUID();
    const { holdId } = await take(browserId, [geode.id]);
    await withdraw(geode.id);
    expect((await read(geode.id)).availability).toBe('sold');
    expect((await historyOf(geode.id))[0]).toMatchObject({ action: 'hold-ended', session: null });
    expect(await codeOf(reserve([geode.id], { browserId }))).toBe('OUT_OF_STOCK');
    await end(browserId, holdId);
    expect((await read(geode.id)).availability).toBe('sold');
  });

  it('takes a geode once per payment, however often the command is repeated', async () => {
    const geode = await createGeode(catalog, { quantity: 3 });
    const payment = { references: [geode.id.slice(0, 8)], squarePaymentId: 'a payment' };
    const replies = await Promise.all([1, 2, 3].map(() => catalog.bus.call('catalog.withdraw-geodes', payment)));
    expect(replies.map(({ geodes }) => geodes)).toEqual(replies.map(() => [{ id: geode.id, title: geode.title }]));
    expect((await read(geode.id)).availableQuantity).toBe(2);
    await catalog.bus.call('catalog.withdraw-geodes', { ...payment, squarePaymentId: 'another' });
    expect((await read(geode.id)).availableQuantity).toBe(1);
  });

  it('waits until a checkout that has a geode has ended, which may return it to sale', async () => {
    const geode = await createGeode(catalog);
    const orderId = randomUUID();
    await reserve([geode.id], {}, orderId);
    const payment = { references: [geode.id.slice(0, 8)], squarePaymentId: 'of a reserved geode' };
    expect(await codeOf(catalog.bus.call('catalog.withdraw-geodes', payment))).toBe('CHANGED');
    await release(orderId);
    await catalog.bus.call('catalog.withdraw-geodes', payment);
    expect((await read(geode.id)).availability).toBe('sold');
  });

  it('leaves sold and unknown geodes as they are', async () => {
    const geode = await createGeode(catalog);
    await sellUnpaid(catalog, geode.id);
    const references = [geode.id.slice(0, 8), randomUUID().slice(0, 8)];
    expect((await catalog.bus.call('catalog.withdraw-geodes', { references })).geodes).toEqual([
      { id: geode.id, title: geode.title },
    ]);
    expect((await read(geode.id)).availability).toBe('sold');
  });
});
