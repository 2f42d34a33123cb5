import { retryDelaySeconds } from './letter-store.js';

it('a letter is tried again after one minute, doubling to one hour', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((tries) => retryDelaySeconds(tries) / 60);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});
