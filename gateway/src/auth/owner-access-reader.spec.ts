import type { OwnerAccess } from '@geodes/contracts';
import { type Bus, createLogger, systemClock, unavailable } from '@geodes/kit';
import type { GatewayConfig } from '../config.js';
import type { Redis } from '../connections.js';
import type { AdminSessions } from './admin-sessions.js';
import { OwnerAccessReader } from './owner-access-reader.js';
import { OwnerPin } from './owner-pin.js';

const accessWith = (hash: string, replacedHash = 'configured'): OwnerAccess => ({
  pin: { hash, replacedHash },
  passkeys: [],
});
const logger = createLogger('test', 'silent');
const settle = () => new Promise((resolve) => setImmediate(resolve));
const away = (): never => {
  throw unavailable('catalog');
};

/** Returns a reader on a bus that is faked by `call`; `wake` begins its next round. */
const readerOf = (call: (subject: string, request: object) => Promise<unknown>) => {
  let end = (): void => undefined;
  const sleeps: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      sleeps.push(ms);
      end = resolve;
      signal?.addEventListener('abort', () => resolve());
    });
  const bus = { call } as unknown as Bus;
  const wake = () => {
    end();
    return settle();
  };
  return { bus, reader: new OwnerAccessReader(bus, { ...systemClock, sleep }, logger), sleeps, wake };
};

it('a PIN that another gateway replaced is not the last known one when catalog goes away', async () => {
  let respond = (): OwnerAccess => accessWith('old');
  let reads = 0;
  const { reader, sleeps, wake } = readerOf(async () => {
    reads += 1;
    return respond();
  });

  reader.onApplicationBootstrap();
  await settle();
  respond = () => accessWith('new');
  await wake();
  respond = away;
  expect(await reader.read()).toEqual(accessWith('new'));
  expect([reads, sleeps]).toEqual([3, [5_000, 5_000]]);
  await reader.onModuleDestroy();
});

it('a start with another configured PIN deletes the PIN of the panel, again if catalog did not respond', async () => {
  let access = accessWith('old');
  let forget = away as () => object;
  const forgotten: object[] = [];
  const { bus, reader, wake } = readerOf(async (subject, request) => {
    if (subject === 'catalog.get-owner-access') return access;
    forgotten.push(request);
    return forget();
  });
  const config = { ADMIN_PIN_HASH: 'another' } as GatewayConfig;
  const redis = { on: () => undefined } as unknown as Redis;
  await new OwnerPin(config, bus, reader, {} as AdminSessions, redis, logger).onModuleInit();

  reader.onApplicationBootstrap();
  await settle();
  forget = () => ({});
  await wake();
  // the owner sets it at a gateway that is newer than this one
  access = accessWith('new', 'newer');
  await wake();
  expect(forgotten).toEqual([{ replacedHash: 'configured' }, { replacedHash: 'configured' }]);
  await reader.onModuleDestroy();
});
