import { randomInt } from 'node:crypto';
import { live, LIVE } from '../src/streams/live.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;

describe('open pages on two gateways while gateways, catalogue, NATS and Redis are killed', () => {
  it(
    'show every geode as the database has it once the shop has settled',
    async () => {
      expect(await runAndReport((say) => live({ ...LIVE, seed: randomInt(1, 2 ** 31) }, say))).toEqual([]);
    },
    (6 + 2 * LIVE.rounds) * MINUTE,
  );
});
