import { SHOP_DETAILS_ID } from '@geodes/contracts';
import { requestContext } from '@geodes/kit';
import { type CatalogUnderTest, refusal, startCatalog } from './catalog-under-test.js';

const SESSION = 'Chrome on Windows 3fa9c1';
let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const read = () => catalog.bus.call('catalog.get-shop-details', {});
const set = (details: Parameters<typeof catalog.bus.call<'catalog.set-shop-details'>>[1]) =>
  requestContext.run({ requestId: 'request-1', session: SESSION }, () =>
    catalog.bus.call('catalog.set-shop-details', details),
  );
const history = async () =>
  (await catalog.bus.call('catalog.list-shop-changes', { id: SHOP_DETAILS_ID, page: 1, limit: 20 })).changes;

it('a shop whose details were never set has none', async () => {
  expect(await read()).toEqual({});
  expect(await history()).toEqual([]);
});

it('an edit changes the given details, keeps the others, and is in the history', async () => {
  catalog.changes.clear();
  const first = {
    contactEmail: 'help@example.com',
    legalName: 'Geodes LLC',
    postalAddress: '1 Main Street\nKeokuk, IA',
  };
  expect(await set({ ...first, contactEmail: ' Help@Example.com ' })).toEqual(first);
  expect(await set({ legalName: '', announcement: 'Closed until Monday.' })).toEqual({
    ...first,
    legalName: '',
    announcement: 'Closed until Monday.',
  });
  await set({ announcement: 'Closed until Monday.' });
  expect(await read()).toEqual({ ...first, legalName: '', announcement: 'Closed until Monday.' });
  expect(await catalog.changes.settled()).toContain(SHOP_DETAILS_ID);

  const changes = await history();
  expect(changes).toHaveLength(2);
  expect(changes[0]).toMatchObject({ action: 'edited', session: SESSION, requestId: 'request-1' });
  expect(changes[0]!.fields).toEqual([
    { field: 'legalName', before: 'Geodes LLC', after: '' },
    { field: 'announcement', before: null, after: 'Closed until Monday.' },
  ]);
});

it('a malformed detail is refused and changes nothing', async () => {
  const before = await read();
  const error = await refusal(set({ contactEmail: 'help', announcement: 'x'.repeat(201) }));
  expect(error.code).toBe('BAD_REQUEST');
  expect(error.details).toEqual([
    expect.objectContaining({ field: 'contactEmail' }),
    expect.objectContaining({ field: 'announcement', reason: 'Announcement must have at most 200 letters.' }),
  ]);
  expect(await read()).toEqual(before);
});
