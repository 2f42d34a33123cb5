import type { Clock } from '@geodes/kit';
import type { ProcessRun } from './process-run.js';
import type { Scheduler } from './scheduler.js';

/** The clock of one process, as far as its code can tell. */
export const virtualClock = (scheduler: Scheduler, life: ProcessRun): Clock => ({
  now: () => scheduler.now,
  wall: () => scheduler.now + life.wallSkewMs,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = scheduler.addTimer(`${life.name} wakes`, life, ms, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    }),
});
