import { type CatalogUnderTest, geodeBody, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const used = async (...names: string[]) => (await catalog.bus.call('catalog.used-pictures', { names })).used.sort();

it('used-pictures returns the pictures of geodes and showcase items in any form of their URLs', async () => {
  const imageUrls = [
    '/objects/a.jpg',
    '/objects/b.jpg?w=640',
    'https://shop.example/objects/c.webp',
    'https://x.example/y',
  ];
  const geode = await catalog.bus.call('catalog.create-geode', geodeBody({ imageUrl: undefined, imageUrls }));
  const images = ['/objects/d.jpg', '/objects/a.jpg'];
  const item = await catalog.bus.call('catalog.create-showcase-item', { title: 'T', description: 'D', images });
  const names = ['a.jpg', 'b.jpg', 'c.webp', 'd.jpg', 'e.jpg'];
  expect(await used(...names)).toEqual(['a.jpg', 'b.jpg', 'c.webp', 'd.jpg']);
  await catalog.bus.call('catalog.delete-geode', { id: geode.id });
  expect(await used(...names)).toEqual(['a.jpg', 'd.jpg']);
  await catalog.bus.call('catalog.delete-showcase-item', { id: item.id });
  expect(await used(...names)).toEqual([]);
});

it('used-pictures returns nothing for no names and refuses more than 500', async () => {
  expect(await used()).toEqual([]);
  await expect(used(...Array<string>(501).fill('a.jpg'))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
