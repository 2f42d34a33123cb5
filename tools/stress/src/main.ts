import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { carts, CARTS } from './carts.js';
import { chaos, CHAOS } from './chaos/chaos.js';
import { drop, DROP } from './drop/drop.js';
import { record } from './fixtures/record.js';
import { holds, HOLDS } from './holds/holds.js';
import { race, RACE } from './race.js';
import { type Report, runAndReport } from './report.js';
import { restoreDrill } from './restore-drill.js';
import { rolling, ROLLING } from './rolling.js';
import { live, LIVE } from './streams/live.js';
import { streams } from './streams/bench.js';

const USAGE = `npm run stress:race  -- [--rounds 20]
npm run stress:carts -- [--rounds 20]
npm run stress:chaos -- [--orders 60] [--seed N]
npm run stress:live  -- [--rounds 5] [--seed N]
npm run stress:rolling -- [--rounds 1]
npm run stress:holds -- [--minutes 10] [--seed N]
npm run stress:drop -- [--rounds 1000] [--seed N]
npm run stress:restore
npm run bench:streams`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    orders: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const say = (text: string): void => console.log(text);

const parseWhole = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`"${text}" is no whole number from 1.\n${USAGE}`);
  return number;
};

type Options = Partial<Record<Exclude<keyof typeof values, 'help'>, number>>;

/** Prepares a stress test with the options of the command line; those that are not given have these defaults. */
const stressTest =
  <T extends Options>(run: (options: T, log: typeof say) => Promise<Report>, defaults: T) =>
  (): Promise<Report> => {
    const options: Options = { ...defaults };
    for (const name of Object.keys(defaults) as (keyof Options)[]) {
      const text = values[name];
      if (text !== undefined) options[name] = parseWhole(text);
    }
    return run(options as T, say);
  };

const seed = randomInt(1, 2 ** 31);
const stressTests: Record<string, () => Promise<Report>> = {
  race: stressTest(race, RACE),
  carts: stressTest(carts, CARTS),
  chaos: stressTest(chaos, { ...CHAOS, seed }),
  live: stressTest(live, { ...LIVE, seed }),
  rolling: stressTest(rolling, ROLLING),
  holds: stressTest(holds, { ...HOLDS, seed }),
  drop: stressTest(drop, { ...DROP, seed }),
  restore: () => restoreDrill(say),
  streams: () => streams(say),
};

const main = async (): Promise<void> => {
  if (positionals[0] === 'fixtures') return say(await record());
  const run = stressTests[positionals[0] ?? ''];
  if (values.help || !run) return say(USAGE);
  const violations = await runAndReport(run, say);
  process.exitCode = violations.length > 0 ? 1 : 0;
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
