import { ROLLING_ROUNDS } from '../src/config.js';
import { rolling, ROLLING } from '../src/rolling/rolling.js';
import { tell } from './tell.js';

const MINUTE = 60_000;

describe('a shop of two each whose processes are replaced one by one under load', () => {
  it(
    'refuses nobody: no request and no checkout fails',
    async () => {
      expect(await tell((say) => rolling({ ...ROLLING, rounds: ROLLING_ROUNDS }, say))).toEqual([]);
    },
    (4 + 4 * ROLLING_ROUNDS) * MINUTE,
  );
});
