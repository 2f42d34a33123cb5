import { randomUUID } from 'node:crypto';
import { Bus, systemClock } from '@geodes/kit';
import { AttemptStore, type NewAttempt } from './attempt-store.js';
import { FirstLook } from './first-look.js';

const GONE = { message: 'gone', details: { geodeIds: ['1'] } };

/** A shelf on which nothing is left. */
const emptyShelf = () => {
  const looks: unknown[] = [];
  const bus = {
    call: (_subject: string, { carts }: { carts: unknown[] }) => {
      looks.push(...carts);
      return Promise.resolve({ refusals: carts.map(() => GONE) });
    },
  } as unknown as Bus;
  const attempts = {
    recordRefused: (all: unknown[]) => Promise.resolve(all.map(() => true)),
  } as unknown as AttemptStore;
  const logger = { debug: () => undefined } as unknown as ConstructorParameters<typeof FirstLook>[3];
  return { looks, firstLook: new FirstLook(bus, attempts, systemClock, logger) };
};
const attemptFor = (...geodeIds: string[]): NewAttempt =>
  ({
    orderId: randomUUID(),
    request: { items: geodeIds.map((geodeId) => ({ geodeId, quantity: 1 })), holder: {} },
  }) as unknown as NewAttempt;

describe('the first look', () => {
  it('is not waited for by who is the first to ask for his stones', async () => {
    const { firstLook, looks } = emptyShelf();
    expect(await firstLook.refuse(attemptFor('1', '2'))).toBeNull();
    expect(looks).toEqual([]);
  });

  it('tells everybody after him what is gone', async () => {
    const { firstLook, looks } = emptyShelf();
    await firstLook.refuse(attemptFor('1', '2'));
    expect(await firstLook.refuse(attemptFor('3', '1'))).toMatchObject({ code: 'OUT_OF_STOCK', ...GONE });
    expect(looks).toHaveLength(1);
  });
});
