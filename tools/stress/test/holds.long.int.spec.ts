import { randomInt } from 'node:crypto';
import { holds } from '../src/holds/holds.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;

describe('an address, a /64, a /48 and declined cards that keep geodes off sale', () => {
  it(
    'keep none away for more than ten minutes in the hour, and every honest buyer gets an answer in words',
    async () => {
      expect(await runAndReport((say) => holds({ minutes: 1, seed: randomInt(1, 2 ** 31) }, say))).toEqual([]);
    },
    15 * MINUTE,
  );
});
