import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Random } from '@geodes/testing';
import type { Scheduler } from './scheduler.js';

interface Current {
  scheduler: Scheduler;
  random: Random;
}

let current: Current | undefined;

/** From now on chance, new ids and sleeps that go around the clock belong to this interleaving. */
export const setCurrent = (next: Current | undefined): void => {
  current = next;
};

/**
 * What the shop's code takes from Node.js without asking anybody is decided by the seed too: Math.random (jitter),
 * randomUUID (leases, ids) and the sleeps of node:timers/promises (the kit's pause before it repeats a statement).
 * Only within an interleaving; before and after it they are what they were. The process does nothing else.
 */
export const patchBuiltins = (): void => {
  const { random } = Math;
  const { randomUUID } = crypto;
  const { setTimeout: sleep } = timers;
  Math.random = () => current?.random.next() ?? random();
  crypto.randomUUID = ((options) => current?.random.uuid() ?? randomUUID(options)) as typeof randomUUID;
  timers.setTimeout = <T>(ms = 1, value?: T, options?: object): Promise<T> => {
    const { scheduler } = current ?? {};
    if (!scheduler) return sleep(ms, value, options) as Promise<T>;
    return new Promise((resolve) => scheduler.addTimer('somebody wakes', null, ms, () => resolve(value as T)));
  };
  syncBuiltinESMExports();
};
