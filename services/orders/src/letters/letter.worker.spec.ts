import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createLogger } from '@geodes/kit';
import type { LettersConfig } from '../config.js';
import type { LetterComposer } from './compose-letter.js';
import type { LetterStore } from './letter-store.js';
import { LetterWorker } from './letter.worker.js';
import type { Mailer } from './mailer.js';

it('a stop waits for letters that are being sent, but messages drain before', async () => {
  const sent = Promise.withResolvers<void>();
  const worker = new LetterWorker(
    { status: 'ready' } as Redis,
    {} as LettersConfig,
    {} as LetterStore,
    {} as LetterComposer,
    {} as Mailer,
    createLogger('orders', 'silent'),
  );
  const close = jest.fn(() => sent.promise);
  Object.assign(worker, { worker: { close } });
  const begun: unknown = worker.beforeApplicationShutdown();
  expect(begun).toBeUndefined();
  expect(close).toHaveBeenCalledWith(false);
  const ended = worker.onApplicationShutdown().then(() => 'ended');
  expect(await Promise.race([ended, pause(50, 'waits')])).toBe('waits');
  sent.resolve();
  expect(await ended).toBe('ended');
});
