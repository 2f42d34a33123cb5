import { randomInt } from 'node:crypto';
import { drop, DROP } from '../src/drop/drop.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;

describe('a thousand geodes that go on sale, each for fifty people and a script that asks without end', () => {
  it(
    'go to the script at most twice as often as to one person',
    async () => {
      expect(await runAndReport((say) => drop({ ...DROP, seed: randomInt(1, 2 ** 31) }, say))).toEqual([]);
    },
    30 * MINUTE,
  );
});
