import { RACE_ROUNDS } from '../src/config.js';
import { race, RACE } from '../src/race.js';
import { runAndReport } from '../src/report.js';
import { restoreDrill } from '../src/restore-drill.js';

const MINUTE = 60_000;
const ROUND_TIMEOUT_MS = 20_000;

describe('a thousand buyers of one geode, on two gateways and two processes of each service', () => {
  it(
    'end with one paid order and one captured payment; all others receive OUT_OF_STOCK',
    async () => {
      expect(await runAndReport((say) => race({ ...RACE, rounds: RACE_ROUNDS }, say))).toEqual([]);
    },
    5 * MINUTE + RACE_ROUNDS * ROUND_TIMEOUT_MS,
  );
});

describe('a shop that lost all data and is restored from a backup made under load', () => {
  it(
    'agrees with Square, shows the owner the orders after the backup, and sells no geode twice',
    async () => {
      expect(await runAndReport(restoreDrill)).toEqual([]);
    },
    6 * MINUTE,
  );
});
