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

/** Connects the patched built-ins to a run, or to Node.js again when `next` is undefined. */
export const setCurrent = (next: Current | undefined): void => {
  current = next;
};

/**
 * Lets the seed decide what the shop's code reads from Node.js directly: Math.random (jitter), randomUUID (leases, ids)
 * and the sleeps of node:timers/promises (the kit's pause before it retries a statement). Outside a run they behave as
 * usual.
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
    return new Promise((resolve) => scheduler.addTimer('sleep ends', null, ms, () => resolve(value as T)));
  };
  syncBuiltinESMExports();
};
