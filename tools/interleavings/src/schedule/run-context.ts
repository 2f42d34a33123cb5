import type { Random } from '@geodes/testing';
import type { FaultRates } from '../faults.js';
import type { ProcessRun } from './process-run.js';
import type { Names } from './names.js';
import type { Scheduler } from './scheduler.js';

/** What everything within one interleaving shares. */
export interface RunContext {
  scheduler: Scheduler;
  random: Random;
  names: Names;
  faults: FaultRates;
  /** Services that nothing gets through between, as `orders-payments`; and `square`, where Square is down. */
  outages: Set<string>;
  /** The time of faults is over: nobody begins anything new. */
  isClosing: boolean;
  /** Something is on its way: a step now, or one that is seconds late where the weather, or `lateToo`, is so. */
  send(label: string, owner: ProcessRun | null, run: () => void, lateToo?: number): void;
  /** Counts what happened, to tell what the interleavings have covered. */
  count(what: string): void;
  /** Something that must never happen has happened. */
  violation(what: string): void;
}
