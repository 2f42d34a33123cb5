import { randomUUID } from 'node:crypto';
import type { UpdateGeodeBody } from '@geodes/contracts';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, createGeode, importedGeode, refusal, sellUnpaid } from './catalog-under-test.js';

const catalog = catalogForTests();
const { read, release, reserve, stockOf } = commandsOf(catalog);
beforeEach(async () => {
  await catalog.changes.settled();
  catalog.changes.clear();
});

const update = (id: string, changes: UpdateGeodeBody) => catalog.bus.call('catalog.update-geode', { id, changes });
const readRow = async (id: string) => {
  const { geodes } = await catalog.bus.call('catalog.list-inventory', { page: 1, limit: 100 });
  return geodes.find((geode) => geode.id === id);
};
const sell = (geodeId: string) => sellUnpaid(catalog, geodeId);

describe('creating a geode', () => {
  it('returns all fields of the new geode and emits the change', async () => {
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
      isDraft: false,
      availableFrom: null,
      soldQuantity: 0,
      createdAt: geode.updatedAt,
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(await readRow(geode.id)).toEqual(geode);
    const { isDraft: _draft, availableFrom: _from, soldQuantity: _sold, ...shown } = geode;
    expect(await read(geode.id)).toEqual(shown);
    expect(await catalog.changes.settled()).toEqual([geode.id]);
  });

  it.each([{ price: '0' }, { price: '-1' }, { price: '1.234' }, { quantity: 0 }, { title: '  ' }, { tier: 'D' }])(
    'refuses a geode with %j',
    async (wrong) => expect(await codeOf(createGeode(catalog, wrong as object))).toBe('BAD_REQUEST'),
  );
});

it('an existing geode without a picture is still read and sold', async () => {
  const { id } = await createGeode(catalog);
  await catalog.database.query(`UPDATE geode SET image_urls = '{}' WHERE id = $1`, [id]);
  expect(await read(id)).toMatchObject({ imageUrl: '', imageUrls: [], isAvailable: true });
  await reserve([id]);
  expect(await read(id)).toMatchObject({ availability: 'held' });
});

describe('importing geodes', () => {
  it('keeps ids and dates of new geodes and does not change existing ones', async () => {
    const [first, second] = [importedGeode({ title: 'First' }), importedGeode()];
    expect(await catalog.bus.call('catalog.import-geodes', { geodes: [first] })).toEqual({ created: 1 });
    await update(first.id, { title: 'Edited' });
    await catalog.changes.settled();
    catalog.changes.clear();
    expect(await catalog.bus.call('catalog.import-geodes', { geodes: [first, second] })).toEqual({ created: 1 });
    expect(await read(first.id)).toMatchObject({ title: 'Edited', createdAt: first.createdAt });
    expect(await catalog.changes.settled()).toEqual([second.id]);
    expect(await catalog.bus.call('catalog.import-geodes', { geodes: [] })).toEqual({ created: 0 });
  });
});

describe('editing a geode', () => {
  it('changes only the fields of the edit, updates the search and emits the change', async () => {
    const geode = await createGeode(catalog, { title: 'Before' });
    const edited = await update(geode.id, { title: 'Aftermath', price: '5', size: '7"' });
    expect(edited).toEqual({ ...geode, title: 'Aftermath', price: '5.00', size: '7"', updatedAt: edited.updatedAt });
    expect(await readRow(geode.id)).toEqual(edited);
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

  it('emits nothing and keeps the time of change if no value differs', async () => {
    const geode = await createGeode(catalog);
    await catalog.changes.settled();
    catalog.changes.clear();
    expect(await update(geode.id, { title: geode.title, quantity: 1, updatedAt: geode.updatedAt })).toEqual(geode);
    expect(await catalog.changes.settled()).toEqual([]);
  });

  it('sets the units on sale without touching the reserved ones', async () => {
    const geode = await createGeode(catalog, { quantity: 2 });
    await reserve([geode.id]);
    const seen = await read(geode.id);
    expect(await update(geode.id, { quantity: 5, updatedAt: seen.updatedAt })).toMatchObject({
      quantity: 5,
      availability: 'available',
    });
    expect(await stockOf(geode.id)).toEqual({ free: 5, reserved: 1, sold: 0 });
  });

  it('refuses to set the stock if a buyer changed it meanwhile, even if it is the same again', async () => {
    const geode = await createGeode(catalog);
    const { orderId } = await reserve([geode.id]);
    expect(await codeOf(update(geode.id, { quantity: 1, title: 'New', updatedAt: geode.updatedAt }))).toBe('CHANGED');
    await release(orderId);
    expect(await codeOf(update(geode.id, { quantity: 2, updatedAt: geode.updatedAt }))).toBe('CHANGED');
    const seen = await read(geode.id);
    expect(seen.title).toBe(geode.title);
    expect(await update(geode.id, { quantity: 2, updatedAt: seen.updatedAt })).toMatchObject({ quantity: 2 });
    expect(await codeOf(update(geode.id, { quantity: 3, updatedAt: seen.updatedAt }))).toBe('CHANGED');
  });

  it('refuses to set the stock after a change in the same instant or under a clock that is behind', async () => {
    const geode = await createGeode(catalog);
    await catalog.database.query(`UPDATE geode SET updated_at = now() + interval '1 hour' WHERE id = $1`, [geode.id]);
    const seen = await read(geode.id);
    await release((await reserve([geode.id])).orderId);
    expect((await read(geode.id)).updatedAt > seen.updatedAt).toBe(true);
    expect(await codeOf(update(geode.id, { quantity: 2, updatedAt: seen.updatedAt }))).toBe('CHANGED');
  });

  it('sets the stock if only the text changed meanwhile', async () => {
    const geode = await createGeode(catalog);
    await update(geode.id, { title: 'Other text' });
    expect(await update(geode.id, { quantity: 2, updatedAt: geode.updatedAt })).toMatchObject({
      quantity: 2,
      title: 'Other text',
    });
  });

  it('neither creates nor loses a unit when edits of the stock race buyers', async () => {
    const geode = await createGeode(catalog, { quantity: 3 });
    const edits = Array.from({ length: 6 }, () =>
      update(geode.id, { quantity: 3, title: randomUUID(), updatedAt: geode.updatedAt }),
    );
    const buys = Array.from({ length: 3 }, () => reserve([geode.id]));
    await Promise.allSettled([...edits, ...buys]);
    const { free, reserved } = await stockOf(geode.id);
    expect(free + reserved).toBe(3);
  });

  it('returns a sold geode to sale only if the edit sets a quantity', async () => {
    const geode = await createGeode(catalog);
    await sell(geode.id);
    expect(await update(geode.id, { title: 'Sold one', updatedAt: geode.updatedAt })).toMatchObject({
      title: 'Sold one',
      availability: 'sold',
      quantity: 0,
    });
    expect(await update(geode.id, { quantity: 1 })).toMatchObject({ availability: 'available', quantity: 1 });
    await reserve([geode.id]);
    expect(await read(geode.id)).toMatchObject({ availability: 'held' });
  });

  it('features a geode and removes it from the featured ones', async () => {
    const geode = await createGeode(catalog);
    expect(await update(geode.id, { isFeatured: true })).toMatchObject({ isFeatured: true });
    expect(await update(geode.id, { isFeatured: false })).toMatchObject({ isFeatured: false });
    expect(await catalog.changes.settled()).toEqual([geode.id, geode.id, geode.id]);
  });

  it('refuses to edit an unknown geode', async () => {
    expect(await codeOf(update(randomUUID(), { title: 'x' }))).toBe('NOT_FOUND');
  });
});

describe('deleting a geode', () => {
  it('deletes a geode, even one that an order released', async () => {
    const geode = await createGeode(catalog);
    await release((await reserve([geode.id])).orderId);
    expect(await catalog.bus.call('catalog.delete-geode', { id: geode.id })).toEqual({});
    expect(await codeOf(read(geode.id))).toBe('NOT_FOUND');
    expect((await catalog.changes.settled()).at(-1)).toBe(geode.id);
    expect(await codeOf(catalog.bus.call('catalog.delete-geode', { id: geode.id }))).toBe('NOT_FOUND');
  });

  it('refuses with the reason to delete a geode in a checkout or in an order', async () => {
    const geode = await createGeode(catalog);
    await reserve([geode.id]);
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
