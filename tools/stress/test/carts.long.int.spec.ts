import { carts, CARTS } from '../src/carts.js';
import { ROUNDS } from '../src/config.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;
const ROUND_TIMEOUT_MS = 20_000;

describe('buyers with overlapping carts', () => {
  it(
    'get all of their geodes or none, without a deadlock, and a refused buyer leaves the other geodes on sale',
    async () => {
      expect(await runAndReport((say) => carts({ ...CARTS, rounds: ROUNDS.carts }, say))).toEqual([]);
    },
    5 * MINUTE + ROUNDS.carts * ROUND_TIMEOUT_MS,
  );
});
