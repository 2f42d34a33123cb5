import { ROLLING_ROUNDS } from '../src/config.js';
import { rolling, ROLLING } from '../src/rolling.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;

describe('a shop with two processes of each kind that are replaced one by one under load', () => {
  it(
    'fails no request and no checkout',
    async () => {
      expect(await runAndReport((say) => rolling({ ...ROLLING, rounds: ROLLING_ROUNDS }, say))).toEqual([]);
    },
    (4 + 4 * ROLLING_ROUNDS) * MINUTE,
  );
});
