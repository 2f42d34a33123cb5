import { configureStore } from '@reduxjs/toolkit';
import { api } from '../../../app/api.js';
import type { AppDispatch } from '../../../app/store.js';
import { inventoryEndpoints, readGeode } from './inventory.api.js';

const { fetch } = globalThis;
beforeEach(() => Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true }));
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userActivation');
  globalThis.fetch = fetch;
});

const makeStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });

it('keeps the owner’s change when a read of a long list that began before it responds after it', async () => {
  const { getInventory, updateGeode } = inventoryEndpoints;
  const before = Array.from({ length: 501 }, (_, index) => ({ id: `${index}`, title: 'Found' }));
  const { promise: late, resolve: respond } = Promise.withResolvers<Response>();
  const lists = [Promise.resolve(Response.json(before)), late];
  const polished = { id: '0', title: 'Polished' };
  globalThis.fetch = (url) =>
    (url === '/api/admin/geodes' && lists.shift()) ||
    Promise.resolve(Response.json(url === '/api/admin/geodes?ids=0' ? [polished] : polished));
  const store = makeStore();
  const read = () => store.dispatch(getInventory.initiate(undefined, { forceRefetch: true }));
  const title = () => getInventory.select()(store.getState() as never).data?.[0]?.title;
  await read();
  const second = read();
  await store.dispatch(updateGeode.initiate({ id: '0', changes: { title: 'Polished' } }));
  // a reread that did not wait for the list would end before it
  await new Promise((resolve) => setTimeout(resolve, 20));
  respond(Response.json(before));
  await second;
  await Promise.all(store.dispatch(api.util.getRunningMutationsThunk()));
  expect([title(), lists]).toEqual(['Polished', []]);
});

it('reads geodes at once that wait for a read of another', async () => {
  const urls: unknown[] = [];
  globalThis.fetch = (url) => {
    urls.push(url);
    const ids = String(url).split('=')[1]?.split(',') ?? [];
    return Promise.resolve(Response.json(ids.map((id) => ({ id }))));
  };
  const dispatch = makeStore().dispatch as AppDispatch;
  const first = dispatch(readGeode('a'));
  while (urls.length === 0) await new Promise((resolve) => setTimeout(resolve));
  const later = ['b', 'c', 'b'].map((id) => dispatch(readGeode(id)));
  expect(await Promise.all([first, ...later])).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'b' }]);
  expect(urls).toEqual(['/api/admin/geodes?ids=a', '/api/admin/geodes?ids=b,c']);
});
