import 'reflect-metadata';
import { mutationNamed } from './shop/mutations.js';
import { openTestBed, type TestBed } from './shop/slots.js';
import { patchBuiltins } from './simulation/patch-builtins.js';
import { type Report, runInterleaving } from './simulation/run-interleaving.js';

/** Seeds of one worker process: every `stride`-th one. */
export interface Assignment {
  from: number;
  count: number;
  stride: number;
  mutation: string;
  /** Ends the assignment at its first failure. */
  stopsAtFailure: boolean;
}

/** Seeds up to this one report their schedules, which a test compares. */
const LAST_WITH_SCHEDULE = 64;

/** The report of one seed. It has the schedule only if the seed is one of the first, failed or was the only one. */
export type SeedResult = Omit<Report, 'schedule'> & { schedule: string[] | null };

let opened: Promise<TestBed> | undefined;

/** Opens the test bed with the first assignment; later ones reuse it, because databases and migrations are slow. */
const openOnce = (): Promise<TestBed> => {
  if (!opened) {
    patchBuiltins();
    opened = openTestBed();
  }
  return opened;
};

/** Runs the assigned seeds one after the other, on this worker's own databases. */
const runAssignment = async (
  { from, count, stride, mutation, stopsAtFailure }: Assignment,
  report: (result: SeedResult) => void,
): Promise<void> => {
  const applied = mutationNamed(mutation);
  const testBed = await openOnce();
  for (let seed = from; seed < from + count; seed += stride) {
    const { schedule, ...result } = await runInterleaving(seed, testBed, applied);
    const isFailure = result.violations.length > 0;
    const isShown = isFailure || count === 1 || seed <= LAST_WITH_SCHEDULE;
    report({ ...result, schedule: isShown ? schedule : null });
    if (isFailure && stopsAtFailure) return;
  }
};

/** Drops the databases. */
const close = async (): Promise<void> => (await opened)?.close();

// a worker ends with the process that started it
process.once('disconnect', () => process.exit(1));
process.on('message', (assignment: Assignment | 'close') => {
  const work =
    assignment === 'close' ? close() : runAssignment(assignment, (result) => void process.send?.({ result }));
  work.then(
    () => (assignment === 'close' ? process.exit(0) : process.send?.({ done: true })),
    (error: unknown) => {
      const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ failed }, () => process.exit(1));
    },
  );
});
