import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testServers } from '@geodes/testing';
import type { Assignment, Told } from './worker.js';

export interface SeedBatch {
  from: number;
  count: number;
  processes: number;
  mutation: string;
  /** Ends at the first failure. */
  stopsAtFailure: boolean;
  progress?: (done: number, failed: number) => void;
}

/** What came of all of them. */
export interface Result {
  done: number;
  failures: Told[];
  /** The last one, failed or not; its schedule is there where it was the only one. */
  last: Told[];
  steps: number;
  /** How often what happened in all. */
  counts: Record<string, number>;
  /** The fingerprint of each schedule by its seed. */
  fingerprints: Map<number, string>;
  ms: number;
}

type Message = { told: Told } | { done: true } | { failed: string };

/** The compiled one, also for a test that runs from the sources. */
const main = fileURLToPath(new URL('../../dist/fleet/worker-main.js', import.meta.url));
/** After this many failures nothing new is learnt. */
const ENOUGH_FAILURES = 20;

/** Shares the seeds among some processes. Throws where a process cannot do its work at all. */
export const runBatch = async (voyage: SeedBatch): Promise<Result> => {
  const servers = JSON.stringify(await testServers());
  const result: Result = { done: 0, failures: [], last: [], steps: 0, counts: {}, fingerprints: new Map(), ms: 0 };
  const began = performance.now();
  const crew: ChildProcess[] = [];
  const stop = () => {
    for (const child of crew) child.kill();
  };
  const take = (told: Told) => {
    result.done += 1;
    result.last = [told];
    result.steps += told.steps;
    result.fingerprints.set(told.seed, told.fingerprint);
    for (const [what, times] of Object.entries(told.counts)) result.counts[what] = (result.counts[what] ?? 0) + times;
    if (told.violations.length > 0) result.failures.push(told);
    voyage.progress?.(result.done, result.failures.length);
    return result.failures.length >= (voyage.stopsAtFailure ? 1 : ENOUGH_FAILURES);
  };
  const number = Math.min(voyage.processes, voyage.count);
  const shares = Array.from({ length: number }, (_, index): Assignment => {
    const { from, count, mutation } = voyage;
    return { from: from + index, count: count - index, stride: number, mutation };
  });
  try {
    await Promise.all(shares.map((share) => oneWorker(share, servers, crew, (told) => take(told) && stop())));
  } finally {
    stop();
  }
  result.failures.sort((one, other) => one.seed - other.seed);
  result.ms = performance.now() - began;
  return result;
};

/** Ends when the worker is done or was stopped. */
const oneWorker = (
  share: Assignment,
  servers: string,
  crew: ChildProcess[],
  take: (told: Told) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(main, { env: { ...process.env, TEST_SERVERS: servers }, execArgv: [] });
    crew.push(child);
    let isDone = false;
    child.on('message', (message: Message) => {
      if ('told' in message) take(message.told);
      else if ('failed' in message) reject(new Error(`a worker cannot work: ${message.failed}`));
      else isDone = true;
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (isDone || signal) resolve();
      else reject(new Error(`a worker ended with ${code}`));
    });
    child.send(share);
  });
