import { configureStore } from '@reduxjs/toolkit';
import { api } from '../../../app/api.js';
import { inventoryEndpoints } from './inventory.api.js';

const { fetch } = globalThis;
beforeEach(() => Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true }));
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userActivation');
  globalThis.fetch = fetch;
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
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
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
