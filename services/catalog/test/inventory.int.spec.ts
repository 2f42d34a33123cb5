import { randomUUID } from 'node:crypto';
import type { UpdateGeodeBody } from '@geodes/contracts';
import {
  type CatalogUnderTest,
  codeOf,
  createGeode,
  importedGeode,
  line,
  refusal,
  startCatalog,
} from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  await catalog.changes.settled();
  catalog.changes.forget();
});

const update = (id: string, changes: UpdateGeodeBody) => catalog.bus.call('catalog.update-geode', { id, changes });
const read = (id: string) => catalog.bus.call('catalog.get-geode', { id });
const reserve = async (geodeId: string) => {
  const orderId = randomUUID();
  await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geodeId)] });
  return orderId;
};
const release = (orderId: string) => catalog.bus.call('catalog.release-geodes', { orderId });
const sell = async (geodeId: string) => {
  await reserve(geodeId);
  await catalog.database.transaction(async (manager) => {
    await manager.query(`UPDATE reservation SET state = 'sold' WHERE geode_id = $1 AND state = 'reserved'`, [geodeId]);
    await manager.query(
      'UPDATE geode SET units_reserved = units_reserved - 1, units_sold = units_sold + 1 WHERE id = $1',
      [geodeId],
    );
  });
};

describe('a new geode', () => {
  it('is answered whole and told to the others', async () => {
    const geode = await createGeode(catalog, {
      price: 29.9 as unknown as string,
      quantity: 2,
      imageUrl: '/objects/b',
      imageUrls: ['/objects/a', '/objects/b'],
      tier: null,
    });
    expect(geode).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      title: 'Smoky quartz geode',
      description: 'A round one',
      price: '29.90',
      size: '4 inches',
      location: 'Keokuk, Iowa',
      crystalType: 'Quartz',
      imageUrl: '/objects/b',
      imageUrls: ['/objects/b', '/objects/a'],
      quantity: 2,
      availableQuantity: 2,
      tier: '',
      category: 'individual',
      isAvailable: true,
      availability: 'available',
      isFeatured: false,
      createdAt: geode.updatedAt,
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(await read(geode.id)).toEqual(geode);
    expect(await catalog.changes.settled()).toEqual([geode.id]);
  });

  it.each([{ price: '0' }, { price: '-1' }, { price: '1.234' }, { quantity: 0 }, { title: '  ' }, { tier: 'D' }])(
    'is refused with %j',
    async (wrong) => expect(await codeOf(createGeode(catalog, wrong as object))).toBe('BAD_REQUEST'),
  );
});

describe('a picture', () => {
  const refused = {
    code: 'BAD_REQUEST',
    message: 'Please upload an image for the geode',
    details: [{ field: 'imageUrls', reason: 'Please upload an image for the geode' }],
  };

  it('is what every geode has: none is made, edited or imported without one', async () => {
    const geode = await createGeode(catalog);
    const without = importedGeode({ imageUrls: [] });
    expect(await refusal(createGeode(catalog, { imageUrls: [] }))).toMatchObject(refused);
    expect(await refusal(update(geode.id, { imageUrls: [] }))).toMatchObject(refused);
    const imported = catalog.bus.call('catalog.import-geodes', { geodes: [importedGeode(), without] });
    expect(await refusal(imported)).toMatchObject(refused);
    expect(await codeOf(read(without.id))).toBe('NOT_FOUND');
  });

  it('may be missing of a geode that is there already, which is read and sold as it is', async () => {
    const { id } = await createGeode(catalog);
    await catalog.database.query(`UPDATE geode SET image_urls = '{}' WHERE id = $1`, [id]);
    expect(await read(id)).toMatchObject({ imageUrl: '', imageUrls: [], isAvailable: true });
    await reserve(id);
    expect(await read(id)).toMatchObject({ availability: 'held' });
  });
});

describe('an import', () => {
  it('keeps ids and dates, and leaves a geode that is there already as it is', async () => {
    const [first, second] = [importedGeode({ title: 'First' }), importedGeode()];
    expect(await catalog.bus.call('catalog.import-geodes', { geodes: [first] })).toEqual({ created: 1 });
    await update(first.id, { title: 'Edited' });
    await catalog.changes.settled();
    catalog.changes.forget();
    expect(await catalog.bus.call('catalog.import-geodes', { geodes: [first, second] })).toEqual({ created: 1 });
    expect(await read(first.id)).toMatchObject({ title: 'Edited', createdAt: first.createdAt });
    expect(await catalog.changes.settled()).toEqual([second.id]);
    expect(await catalog.bus.call('catalog.import-geodes', { geodes: [] })).toEqual({ created: 0 });
  });
});

describe('an edit', () => {
  it('changes the fields it is given, for the search too, and is told to the others', async () => {
    const geode = await createGeode(catalog, { title: 'Before' });
    const edited = await update(geode.id, { title: 'Aftermath', price: '5', size: '7"' });
    expect(edited).toEqual({ ...geode, title: 'Aftermath', price: '5.00', size: '7"', updatedAt: edited.updatedAt });
    expect(edited.updatedAt > geode.updatedAt).toBe(true);
    const found = await catalog.bus.call('catalog.list-geodes', {
      search: 'afterm',
      size: 'large',
      sortBy: 'newest',
      page: 1,
      limit: 10,
    });
    expect(found.geodes.map(({ id }) => id)).toEqual([geode.id]);
    expect(await catalog.changes.settled()).toEqual([geode.id, geode.id]);
  });

  it('that changes nothing is no change', async () => {
    const geode = await createGeode(catalog);
    await catalog.changes.settled();
    catalog.changes.forget();
    expect(await update(geode.id, { title: geode.title, quantity: 1, updatedAt: geode.updatedAt })).toEqual(geode);
    expect(await catalog.changes.settled()).toEqual([]);
  });

  it('sets the units on sale beside reserved and sold ones', async () => {
    const geode = await createGeode(catalog, { quantity: 2 });
    await reserve(geode.id);
    const seen = await read(geode.id);
    expect(await update(geode.id, { quantity: 5, updatedAt: seen.updatedAt })).toMatchObject({
      quantity: 5,
      availability: 'available',
    });
    const [stock] = await catalog.database.query('SELECT units_available, units_reserved FROM geode WHERE id = $1', [
      geode.id,
    ]);
    expect(stock).toEqual({ units_available: 5, units_reserved: 1 });
  });

  it('of the stock is refused where a buyer changed it meanwhile, even where it is back as it was', async () => {
    const geode = await createGeode(catalog);
    const orderId = await reserve(geode.id);
    expect(await codeOf(update(geode.id, { quantity: 1, title: 'New', updatedAt: geode.updatedAt }))).toBe('CHANGED');
    await release(orderId);
    expect(await codeOf(update(geode.id, { quantity: 2, updatedAt: geode.updatedAt }))).toBe('CHANGED');
    const seen = await read(geode.id);
    expect(seen.title).toBe(geode.title);
    expect(await update(geode.id, { quantity: 2, updatedAt: seen.updatedAt })).toMatchObject({ quantity: 2 });
    expect(await codeOf(update(geode.id, { quantity: 3, updatedAt: seen.updatedAt }))).toBe('CHANGED');
  });

  it('of the stock is refused after a change in the same instant, or by a clock that is behind', async () => {
    const geode = await createGeode(catalog);
    await catalog.database.query(`UPDATE geode SET updated_at = now() + interval '1 hour' WHERE id = $1`, [geode.id]);
    const seen = await read(geode.id);
    await release(await reserve(geode.id));
    expect((await read(geode.id)).updatedAt > seen.updatedAt).toBe(true);
    expect(await codeOf(update(geode.id, { quantity: 2, updatedAt: seen.updatedAt }))).toBe('CHANGED');
  });

  it('of the stock is accepted where only the text changed meanwhile', async () => {
    const geode = await createGeode(catalog);
    await update(geode.id, { title: 'Other text' });
    expect(await update(geode.id, { quantity: 2, updatedAt: geode.updatedAt })).toMatchObject({
      quantity: 2,
      title: 'Other text',
    });
  });

  it('of the stock that races buyers never makes or loses a unit unseen', async () => {
    const geode = await createGeode(catalog, { quantity: 3 });
    const edits = Array.from({ length: 6 }, () =>
      update(geode.id, { quantity: 3, title: randomUUID(), updatedAt: geode.updatedAt }).then(
        () => true,
        () => false,
      ),
    );
    const buys = Array.from({ length: 3 }, () =>
      reserve(geode.id).then(
        () => true,
        () => false,
      ),
    );
    await Promise.all([...edits, ...buys]);
    const [stock] = await catalog.database.query(
      'SELECT units_available + units_reserved AS units FROM geode WHERE id = $1',
      [geode.id],
    );
    expect(stock).toEqual({ units: 3 });
  });

  it('of a sold geode does not put it back on sale, but a quantity does', async () => {
    const geode = await createGeode(catalog);
    await sell(geode.id);
    expect(await update(geode.id, { title: 'Sold one', updatedAt: geode.updatedAt })).toMatchObject({
      title: 'Sold one',
      availability: 'sold',
      quantity: 0,
    });
    expect(await update(geode.id, { quantity: 1 })).toMatchObject({ availability: 'available', quantity: 1 });
    await reserve(geode.id);
    expect(await read(geode.id)).toMatchObject({ availability: 'held' });
  });

  it('features a geode and takes it back', async () => {
    const geode = await createGeode(catalog);
    expect(await catalog.bus.call('catalog.feature-geode', { id: geode.id, isFeatured: true })).toMatchObject({
      isFeatured: true,
    });
    expect(await catalog.bus.call('catalog.feature-geode', { id: geode.id, isFeatured: false })).toMatchObject({
      isFeatured: false,
    });
    expect(await catalog.changes.settled()).toEqual([geode.id, geode.id, geode.id]);
  });

  it('of a geode that is not there is refused', async () => {
    expect(await codeOf(update(randomUUID(), { title: 'x' }))).toBe('NOT_FOUND');
    expect(await codeOf(catalog.bus.call('catalog.feature-geode', { id: randomUUID(), isFeatured: true }))).toBe(
      'NOT_FOUND',
    );
  });
});

describe('deleting', () => {
  it('takes a geode away, also one that an order gave back', async () => {
    const geode = await createGeode(catalog);
    await release(await reserve(geode.id));
    expect(await catalog.bus.call('catalog.delete-geode', { id: geode.id })).toEqual({});
    expect(await codeOf(read(geode.id))).toBe('NOT_FOUND');
    expect((await catalog.changes.settled()).at(-1)).toBe(geode.id);
    expect(await codeOf(catalog.bus.call('catalog.delete-geode', { id: geode.id }))).toBe('NOT_FOUND');
  });

  it('is refused with the reason for a geode in a checkout or in an order', async () => {
    const geode = await createGeode(catalog);
    await reserve(geode.id);
    const held = await refusal(catalog.bus.call('catalog.delete-geode', { id: geode.id }));
    expect([held.code, held.message]).toEqual([
      'GEODE_IN_ORDER',
      'This geode is in a checkout right now and cannot be deleted. Please try again later.',
    ]);
    const other = await createGeode(catalog, { quantity: 2 });
    await sell(other.id);
    const sold = await refusal(catalog.bus.call('catalog.delete-geode', { id: other.id }));
    expect([sold.code, sold.message]).toEqual([
      'GEODE_IN_ORDER',
      'This geode is part of an order and cannot be deleted.',
    ]);
  });
});

describe('the showcase', () => {
  const body = {
    title: 'Big one',
    description: 'Not for sale',
    images: ['/objects/x'],
    videoUrl: '',
    tier: 'S' as const,
  };

  it('keeps an item once, however often the command arrives', async () => {
    const id = randomUUID();
    const item = await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    expect(item).toMatchObject({ ...body, id, videoUrl: null });
    expect(await catalog.bus.call('catalog.create-showcase-item', { ...body, title: 'Other', id })).toEqual(item);
    expect(await catalog.changes.settled()).toEqual([id]);
  });

  it('lists newest first, edits what is given, deletes', async () => {
    const first = await catalog.bus.call('catalog.create-showcase-item', body);
    const second = await catalog.bus.call('catalog.create-showcase-item', { title: 'Next', description: 'd' });
    const list = async () => (await catalog.bus.call('catalog.list-showcase', {})).map(({ id }) => id);
    expect((await list()).slice(0, 2)).toEqual([second.id, first.id]);
    const edited = await catalog.bus.call('catalog.update-showcase-item', {
      id: first.id,
      changes: { tier: null, videoUrl: 'https://player.vimeo.com/video/1' },
    });
    expect(edited).toEqual({
      ...first,
      tier: null,
      videoUrl: 'https://player.vimeo.com/video/1',
      updatedAt: edited.updatedAt,
    });
    await catalog.bus.call('catalog.delete-showcase-item', { id: first.id });
    expect(await list()).not.toContain(first.id);
    expect(await codeOf(catalog.bus.call('catalog.delete-showcase-item', { id: first.id }))).toBe('NOT_FOUND');
    expect(await codeOf(catalog.bus.call('catalog.update-showcase-item', { id: first.id, changes: {} }))).toBe(
      'NOT_FOUND',
    );
    expect(await catalog.changes.settled()).toEqual([first.id, first.id, first.id, second.id].sort());
  });

  it('takes the films that can be shown, as the form does', async () => {
    const words = 'Video URL must be the address of a YouTube or Vimeo video.';
    const wrong = { ...body, videoUrl: 'https://video.example/1' };
    const { code, message, details } = await refusal(catalog.bus.call('catalog.create-showcase-item', wrong));
    expect([code, message, details]).toEqual(['BAD_REQUEST', words, [{ field: 'videoUrl', reason: words }]]);
    const film = { ...body, videoUrl: ' https://youtu.be/dQw4w9WgXcQ ' };
    const item = await catalog.bus.call('catalog.create-showcase-item', film);
    expect(item.videoUrl).toBe('https://youtu.be/dQw4w9WgXcQ');
    const edit = (videoUrl: string | null) =>
      catalog.bus.call('catalog.update-showcase-item', { id: item.id, changes: { videoUrl } });
    expect(await codeOf(edit('javascript:alert(1)'))).toBe('BAD_REQUEST');
    // what was kept before there was a rule may stay
    await catalog.database.query('UPDATE showcase_item SET video_url = $1 WHERE id = $2', [wrong.videoUrl, item.id]);
    expect((await edit(wrong.videoUrl)).videoUrl).toBe(wrong.videoUrl);
    expect((await edit(' ')).videoUrl).toBeNull();
  });
});

describe('the stones of an order that the books have lost', () => {
  it('are taken off sale, one unit each, told and kept in their history', async () => {
    const [single, three] = [await createGeode(catalog), await createGeode(catalog, { quantity: 3 })];
    const stones = [single, three].map(({ id }) => id.slice(0, 8));
    await catalog.changes.settled();
    catalog.changes.forget();
    const reply = await catalog.bus.call('catalog.withdraw-geodes', { references: stones });
    expect(reply.geodes.map(({ id }) => id).sort()).toEqual([single.id, three.id].sort());
    expect((await read(single.id)).availability).toBe('sold');
    expect((await read(three.id)).availableQuantity).toBe(2);
    expect((await catalog.changes.settled()).sort()).toEqual([single.id, three.id].sort());
    const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id: single.id, page: 1, limit: 1 });
    expect(changes[0]).toMatchObject({ action: 'edited', session: null });
    expect(await refusal(reserve(single.id))).toMatchObject({ code: 'OUT_OF_STOCK' });
  });

  const withdraw = (id: string) => catalog.bus.call('catalog.withdraw-geodes', { references: [id.slice(0, 8)] });
  const holdBy = (browserId: string, id: string) =>
    catalog.bus.call('catalog.take-hold', { browserId, items: [line(id)], addressKey: null });

  it('are taken from the hold that the backup had them in, so that they are not on sale when it ends', async () => {
    const geode = await createGeode(catalog);
    const browserId = randomUUID();
    const { holdId } = await holdBy(browserId, geode.id);
    await withdraw(geode.id);
    expect((await read(geode.id)).availability).toBe('sold');
    const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id: geode.id, page: 1, limit: 1 });
    expect(changes[0]).toMatchObject({ action: 'hold-ended', session: null });
    const order = { orderId: randomUUID(), items: [line(geode.id)], holdId, browserId };
    expect(await codeOf(catalog.bus.call('catalog.reserve-geodes', order))).toBe('OUT_OF_STOCK');
    await catalog.bus.call('catalog.end-hold', { browserId, holdId });
    expect((await read(geode.id)).availability).toBe('sold');
  });

  it('are taken once, however often the payment is compared', async () => {
    const geode = await createGeode(catalog, { quantity: 3 });
    const payment = { references: [geode.id.slice(0, 8)], squarePaymentId: 'a payment' };
    const replies = await Promise.all([1, 2, 3].map(() => catalog.bus.call('catalog.withdraw-geodes', payment)));
    expect(replies.map(({ geodes: stones }) => stones)).toEqual(
      replies.map(() => [{ id: geode.id, title: geode.title }]),
    );
    expect((await read(geode.id)).availableQuantity).toBe(2);
    await catalog.bus.call('catalog.withdraw-geodes', { ...payment, squarePaymentId: 'another' });
    expect((await read(geode.id)).availableQuantity).toBe(1);
  });

  it('that are sold or unknown stay as they are', async () => {
    const geode = await createGeode(catalog);
    await sell(geode.id);
    const stones = [geode.id.slice(0, 8), randomUUID().slice(0, 8)];
    expect((await catalog.bus.call('catalog.withdraw-geodes', { references: stones })).geodes).toEqual([
      { id: geode.id, title: geode.title },
    ]);
    expect((await read(geode.id)).availability).toBe('sold');
  });
});
