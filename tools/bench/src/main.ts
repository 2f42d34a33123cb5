import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { byThemselves, inShop, ONLY_BY_NAME } from './measurements.js';
import { run } from './run.js';

const NAMES = Object.keys({ ...inShop, ...byThemselves });
const USAGE = `npm run bench -- [${NAMES.join('] [')}]
  --geodes 10000  --orders 100000   what the shop has
  --rounds 3  --seconds 3           turns of shop and floor, and how long each is
  --minutes 60                      of ${ONLY_BY_NAME.join(', ')}, which is made only where it is named
  --dry                             docs/performance.md stays as it is`;

const whole = (text: string, least: number): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    throw new Error(`"${text}" is no whole number from ${least}.\n${USAGE}`);
  return number;
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      geodes: { type: 'string', default: '10000' },
      orders: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '60' },
      dry: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !NAMES.includes(name));
  if (values.help) return console.log(USAGE);
  if (unknown) throw new Error(`There is no "${unknown}".\n${USAGE}`);
  const wrong = await run(
    {
      names: positionals.length > 0 ? positionals : NAMES.filter((name) => !ONLY_BY_NAME.includes(name)),
      geodes: whole(values.geodes, 1_000),
      orders: whole(values.orders, 0),
      rounds: whole(values.rounds, 1),
      seconds: whole(values.seconds, 1),
      minutes: whole(values.minutes, 1),
      keep: !values.dry,
    },
    (line) => console.log(line),
  );
  for (const what of wrong) console.error(`✗ ${what}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
