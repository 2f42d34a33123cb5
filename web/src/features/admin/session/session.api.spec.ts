import { configureStore } from '@reduxjs/toolkit';
import { failedReply, noReply } from '../../../app/api-error.js';
import { api } from '../../../app/api.js';
import { backgroundHeaders, loginFailureText, sessionEndpoints, toPin } from './session.api.js';

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

describe('the typed PIN', () => {
  it('keeps at most 9 digits and nothing else', () => {
    expect(toPin('12a3-4 5')).toBe('12345');
    expect(toPin('1234567890123')).toBe('123456789');
  });
});

describe('the text of a failed log-in', () => {
  it('is the message of the server', () => {
    expect(loginFailureText(failedReply(429, '', '{"message":"Try again in 4 minutes."}'))).toBe(
      'Try again in 4 minutes.',
    );
  });
  it('is Invalid PIN if the server sends no message', () => {
    expect(loginFailureText(failedReply(401, 'Unauthorized', ''))).toBe('Invalid PIN. Please try again.');
  });
  it('is Connection error if no response arrived', () => {
    expect(loginFailureText(noReply('Failed to fetch'))).toBe('Connection error. Please try again.');
  });
});

it('marks a read without recent user input as background', () => {
  const headers = (isActive: boolean) => {
    Object.defineProperty(navigator, 'userActivation', { value: { isActive }, configurable: true });
    return backgroundHeaders();
  };
  expect([headers(false), headers(true)]).toEqual([{ 'X-Background-Request': 'true' }, {}]);
  Reflect.deleteProperty(navigator, 'userActivation');
});
