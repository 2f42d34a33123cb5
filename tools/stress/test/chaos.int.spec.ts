import { randomInt } from 'node:crypto';
import { chaos, CHAOS } from '../src/chaos/chaos.js';
import { CHAOS_ORDERS, CHAOS_SEED } from '../src/config.js';
import { tell } from './tell.js';

const MINUTE = 60_000;
const ORDER_TIMEOUT_MS = 2_000;

describe('orders while every process is killed in turn and Square hangs, errs and repeats itself', () => {
  it(
    'end within two minutes of the last fault in books that agree to the cent, and every buyer was told the truth',
    async () => {
      const seed = Number(CHAOS_SEED ?? randomInt(1, 2 ** 31));
      expect(await tell((say) => chaos({ ...CHAOS, orders: CHAOS_ORDERS, seed }, say))).toEqual([]);
    },
    10 * MINUTE + CHAOS_ORDERS * ORDER_TIMEOUT_MS,
  );
});
