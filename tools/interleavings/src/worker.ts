import 'reflect-metadata';
import { mutationNamed } from './shop/mutations.js';
import { openTestBed } from './shop/slots.js';
import { patchBuiltins } from './simulation/patch-builtins.js';
import { type Report, runInterleaving } from './simulation/run-interleaving.js';

/** The share of one worker process: every `stride`-th seed. */
export interface Assignment {
  from: number;
  count: number;
  stride: number;
  mutation: string;
}

/** The report of one seed. It has the schedule only if the seed failed or was the only one. */
export type SeedResult = Omit<Report, 'schedule'> & { schedule: string[] | null };

/** Runs the assigned seeds one after the other, on this worker's own databases. */
const runAssignment = async (
  { from, count, stride, mutation }: Assignment,
  report: (result: SeedResult) => void,
): Promise<void> => {
  const applied = mutationNamed(mutation);
  patchBuiltins();
  const testBed = await openTestBed();
  try {
    for (let seed = from; seed < from + count; seed += stride) {
      const { schedule, ...result } = await runInterleaving(seed, testBed, applied);
      report({ ...result, schedule: result.violations.length > 0 || count === 1 ? schedule : null });
    }
  } finally {
    await testBed.close();
  }
};

// a worker ends with the process that started it
process.once('disconnect', () => process.exit(1));
process.once('message', (assignment: Assignment) => {
  runAssignment(assignment, (result) => void process.send?.({ result })).then(
    () => process.send?.({ done: true }, () => process.exit(0)),
    (error: unknown) => {
      const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ failed }, () => process.exit(1));
    },
  );
});
