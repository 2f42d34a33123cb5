import type { OwnerAccess } from '@geodes/contracts';
import { type Bus, createLogger, systemClock, unavailable } from '@geodes/kit';
import { OwnerAccessReader } from './owner-access-reader.js';

const accessWith = (hash: string): OwnerAccess => ({ pin: { hash, replacedHash: 'configured' }, passkeys: [] });

it('a PIN that another gateway replaced is not the last known one when catalog goes away', async () => {
  let respond = (): OwnerAccess => accessWith('old');
  let reads = 0;
  const call = async () => {
    reads += 1;
    return respond();
  };
  let wake = (): void => undefined;
  const sleeps: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      sleeps.push(ms);
      wake = resolve;
      signal?.addEventListener('abort', () => resolve());
    });
  const clock = { ...systemClock, sleep };
  const reader = new OwnerAccessReader({ call } as unknown as Bus, clock, createLogger('test', 'silent'));
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  reader.onApplicationBootstrap();
  await settle();
  respond = () => accessWith('new');
  wake();
  await settle();
  respond = () => {
    throw unavailable('catalog');
  };
  expect(await reader.read()).toEqual(accessWith('new'));
  expect([reads, sleeps]).toEqual([3, [5_000, 5_000]]);
  await reader.onModuleDestroy();
});
