import { configureStore } from '@reduxjs/toolkit';
import { api } from '../../../app/api.js';
import { sessionEndpoints } from './session.api.js';

const { timeout } = AbortSignal;
const { fetch } = globalThis;
afterEach(() => {
  AbortSignal.timeout = timeout;
  globalThis.fetch = fetch;
});

it('waits longer for a log-in than the gateway delays it while PINs are guessed', async () => {
  const waits: number[] = [];
  AbortSignal.timeout = (ms) => {
    waits.push(ms);
    return timeout.call(AbortSignal, ms);
  };
  globalThis.fetch = () => Promise.resolve(new Response('{"authenticated":true}'));
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  await store.dispatch(sessionEndpoints.logIn.initiate({ pin: '123456789' }));
  expect(waits).toEqual([expect.any(Number)]);
  expect(waits[0]).toBeGreaterThan(25_000);
});
