import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testServers } from '@geodes/testing';
import type { Assignment, Message, SeedResult } from './worker.js';

export interface SeedBatch {
  from: number;
  count: number;
  processes: number;
  /** Any but `none` ends the batch at the first failure. */
  mutation: string;
  progress?: (done: number, failed: number) => void;
}

/** The results of a batch. */
export interface BatchResult {
  done: number;
  failures: SeedResult[];
  /** The last seed, failed or not. It has its schedule if it was the only one. */
  last: SeedResult[];
  steps: number;
  /** How often each event occurred in all seeds. */
  counts: Record<string, number>;
  /** The schedules that were reported: of the first seeds and of failures. */
  schedules: Map<number, string[]>;
  ms: number;
}

/** The compiled worker, because tests import this file from the sources. */
const WORKER = fileURLToPath(new URL('../dist/worker.js', import.meta.url));
/** A batch ends after this many failures: more of them add nothing. */
const MAX_FAILURES = 20;

/** Runs a batch of seeds on several worker processes. Throws when a worker fails outside a seed. */
export const runBatch = async (batch: SeedBatch): Promise<BatchResult> => {
  const servers = JSON.stringify(await testServers());
  const result: BatchResult = { done: 0, failures: [], last: [], steps: 0, counts: {}, schedules: new Map(), ms: 0 };
  const began = performance.now();
  const children: ChildProcess[] = [];
  const stop = () => {
    for (const child of children) child.kill();
  };
  const onResult = (seedResult: SeedResult) => {
    result.done += 1;
    result.last = [seedResult];
    result.steps += seedResult.steps;
    if (seedResult.schedule) result.schedules.set(seedResult.seed, seedResult.schedule);
    for (const [what, times] of Object.entries(seedResult.counts))
      result.counts[what] = (result.counts[what] ?? 0) + times;
    if (seedResult.violations.length > 0) result.failures.push(seedResult);
    batch.progress?.(result.done, result.failures.length);
    if (result.failures.length >= (batch.mutation === 'none' ? MAX_FAILURES : 1)) stop();
  };
  const number = Math.min(batch.processes, batch.count);
  const shares = Array.from({ length: number }, (_, index): Assignment => {
    const { from, count, mutation } = batch;
    return { from: from + index, count: count - index, stride: number, mutation };
  });
  try {
    await Promise.all(shares.map((share) => runWorker(share, servers, children, onResult)));
  } finally {
    stop();
  }
  result.failures.sort((one, other) => one.seed - other.seed);
  result.ms = performance.now() - began;
  return result;
};

/** Starts a worker for a share of the seeds. Resolves when it is done or was stopped. */
const runWorker = (
  share: Assignment,
  servers: string,
  children: ChildProcess[],
  onResult: (result: SeedResult) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(WORKER, { env: { ...process.env, TEST_SERVERS: servers }, execArgv: [] });
    children.push(child);
    child.on('message', (message: Message) => {
      if ('failed' in message) reject(new Error(`a worker failed: ${message.failed}`));
      else onResult(message.result);
    });
    child.once('error', reject);
    // 'exit' may come before the last message
    child.once('close', (code, signal) => {
      if (code === 0 || child.killed) resolve();
      else reject(new Error(`a worker ended with ${signal ?? `code ${code}`}`));
    });
    child.send(share);
  });

/** Describes a seed: its schedule, its violations, and the command that repeats it. */
export const failureText = ({ seed, violations, schedule }: SeedResult, mutation = 'none'): string =>
  [
    `Seed ${seed}:`,
    ...(schedule ?? []),
    ...violations.map((violation) => `✗ seed ${seed}: ${violation}`),
    `  npm run interleavings -- --seed ${seed}${mutation === 'none' ? '' : ` --mutation ${mutation}`}`,
  ].join('\n');
