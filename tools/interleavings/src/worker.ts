import 'reflect-metadata';
import { mutationNamed } from './shop/mutations.js';
import { openTestBed } from './shop/slots.js';
import { patchBuiltins, type Report, runInterleaving } from './simulation/run-interleaving.js';

/** Seeds of one worker process: every `stride`-th one. */
export interface Assignment {
  from: number;
  count: number;
  stride: number;
  /** Any but `none` ends the assignment at its first failure. */
  mutation: string;
}

/** Seeds up to this one report their schedules, which a test compares. */
const LAST_WITH_SCHEDULE = 64;

/** The report of one seed. It has the schedule only if the seed is one of the first, failed or was the only one. */
export type SeedResult = Omit<Report, 'schedule'> & { schedule: string[] | null };

/** What a worker sends: a result for each seed, or why it could not go on. */
export type Message = { result: SeedResult } | { failed: string };

let isStopped = false;

/** Runs the assigned seeds one after the other, until SIGTERM, on this worker's own databases, and drops them. */
const run = async ({ from, count, stride, mutation }: Assignment): Promise<void> => {
  const applied = mutationNamed(mutation);
  patchBuiltins();
  const testBed = await openTestBed();
  for (let seed = from; seed < from + count && !isStopped; seed += stride) {
    const { schedule, ...result } = await runInterleaving(seed, testBed, applied);
    const isFailure = result.violations.length > 0;
    const isShown = isFailure || count === 1 || seed <= LAST_WITH_SCHEDULE;
    await send({ result: { ...result, schedule: isShown ? schedule : null } });
    if (isFailure && mutation !== 'none') break;
  }
  await testBed.close();
};

/** Resolves once the message is written, so that the process may exit. */
const send = (message: Message): Promise<void> => new Promise((resolve) => process.send?.(message, () => resolve()));

process.on('SIGTERM', () => (isStopped = true));
// a worker ends with the process that started it
process.once('disconnect', () => process.exit(1));
process.once('message', (assignment: Assignment) => {
  run(assignment).then(
    () => process.exit(0),
    (error: unknown) => {
      const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
      void send({ failed }).then(() => process.exit(1));
    },
  );
});
