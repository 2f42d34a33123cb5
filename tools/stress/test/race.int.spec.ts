import { ROUNDS } from '../src/config.js';
import { race, RACE } from '../src/race.js';
import { tell } from './tell.js';

const MINUTE = 60_000;
const ROUND_TIMEOUT_MS = 20_000;

describe('a thousand buyers of one stone, over two gateways and two of each service', () => {
  it(
    'end with one paid order and one captured payment; all others are told that it is out of stock',
    async () => {
      expect(await tell((say) => race({ ...RACE, rounds: ROUNDS.race }, say))).toEqual([]);
    },
    5 * MINUTE + ROUNDS.race * ROUND_TIMEOUT_MS,
  );
});
