import { randomInt } from 'node:crypto';
import { chaos, CHAOS } from '../src/chaos/chaos.js';
import { CHAOS_ORDERS, CHAOS_SEED } from '../src/config.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;
const ORDER_TIMEOUT_MS = 2_000;

describe('orders while every process is killed in turn and Square hangs, fails and repeats webhooks', () => {
  it(
    'settle within two minutes after the last fault, agree with Square to the cent, and every response was true',
    async () => {
      const seed = Number(CHAOS_SEED ?? randomInt(1, 2 ** 31));
      expect(await runAndReport((say) => chaos({ ...CHAOS, orders: CHAOS_ORDERS, seed }, say))).toEqual([]);
    },
    10 * MINUTE + CHAOS_ORDERS * ORDER_TIMEOUT_MS,
  );
});
