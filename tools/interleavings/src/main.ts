import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { failureText } from './fleet/failure-text.js';
import { type Result, runBatch } from './fleet/fleet.js';

const USAGE = `npm run interleavings -- [--count 10000] [--from 1] [--processes 3] [--mutation NAME] [--coverage]
npm run interleavings -- --seed N [--mutation NAME]    runs one again and shows its schedule`;
/** Each waits for its database half of the time. */
const PROCESSES_A_CORE = 1.5;
const PROGRESS_EVERY = 500;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(Math.ceil(availableParallelism() * PROCESSES_A_CORE)) },
    mutation: { type: 'string', default: 'none' },
    coverage: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const say = (text: string): void => console.log(text);

const whole = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`"${text}" is no whole number.\n${USAGE}`);
  return number;
};

const summary = ({ done, failures, steps, ms }: Result): string =>
  `${done} interleavings, ${failures.length} failed; ${Math.round(steps / Math.max(1, done))} steps each, ` +
  `${(ms / 1000).toFixed(1)} s, ${(ms / Math.max(1, done)).toFixed(0)} ms each`;

const main = async (): Promise<void> => {
  if (values.help) return say(USAGE);
  const { mutation } = values;
  const again = values.seed === undefined ? undefined : whole(values.seed);
  const result = await runBatch({
    from: again ?? whole(values.from),
    count: again === undefined ? whole(values.count) : 1,
    processes: whole(values.processes),
    mutation,
    stopsAtFailure: mutation !== 'none',
    progress: (done, failed) => done % PROGRESS_EVERY === 0 && say(`${done} done, ${failed} failed`),
  });
  for (const told of again === undefined ? result.failures : result.last) say(`\n${failureText(told, mutation)}`);
  if (values.coverage)
    for (const [what, times] of Object.entries(result.counts).sort()) say(`${String(times).padStart(8)}  ${what}`);
  say(summary(result));
  for (const { seed, violations } of result.failures) say(`✗ seed ${seed}: ${violations.join('; ')}`);
  process.exit(result.failures.length > 0 ? 1 : 0);
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(2);
});
