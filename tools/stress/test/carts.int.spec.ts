import { carts, CARTS } from '../src/carts.js';
import { ROUNDS } from '../src/config.js';
import { tell } from './tell.js';

const MINUTE = 60_000;
const ROUND_TIMEOUT_MS = 20_000;

describe('buyers whose carts overlap', () => {
  it(
    'get all of their stones or none, without a deadlock, and what a loser leaves is on sale again',
    async () => {
      expect(await tell((say) => carts({ ...CARTS, rounds: ROUNDS.carts }, say))).toEqual([]);
    },
    5 * MINUTE + ROUNDS.carts * ROUND_TIMEOUT_MS,
  );
});
