import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { failureText, type BatchResult, runBatch } from './batch.js';

const USAGE = `npm run interleavings -- [--count 10000] [--mutation NAME]
npm run interleavings -- --seed N [--mutation NAME]    repeats one seed and prints its schedule`;
/** A worker waits for PostgreSQL about half of the time. */
const PROCESSES_PER_CORE = 1.5;
const PROGRESS_EVERY = 500;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '10000' },
    mutation: { type: 'string', default: 'none' },
    help: { type: 'boolean', default: false },
  },
});
const print = (text: string): void => console.log(text);

const parseWhole = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`"${text}" is no whole number.\n${USAGE}`);
  return number;
};

const summary = ({ done, failures, steps, ms }: BatchResult): string =>
  `${done} interleavings, ${failures.length} failed; ${Math.round(steps / Math.max(1, done))} steps each, ` +
  `${(ms / 1000).toFixed(1)} s, ${(ms / Math.max(1, done)).toFixed(0)} ms each`;

const main = async (): Promise<void> => {
  if (values.help) return print(USAGE);
  const { mutation } = values;
  const repeated = values.seed === undefined ? undefined : parseWhole(values.seed);
  const result = await runBatch({
    from: repeated ?? 1,
    count: repeated === undefined ? parseWhole(values.count) : 1,
    processes: Math.ceil(availableParallelism() * PROCESSES_PER_CORE),
    mutation,
    progress: (done, failed) => done % PROGRESS_EVERY === 0 && print(`${done} done, ${failed} failed`),
  });
  for (const seed of repeated === undefined ? result.failures : result.last) print(`\n${failureText(seed, mutation)}`);
  print(summary(result));
  for (const { seed, violations } of result.failures) print(`✗ seed ${seed}: ${violations.join('; ')}`);
  process.exit(result.failures.length > 0 ? 1 : 0);
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(2);
});
