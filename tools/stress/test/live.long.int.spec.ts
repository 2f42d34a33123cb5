import { randomInt } from 'node:crypto';
import { live, LIVE } from '../src/streams/live.js';
import { tell } from './tell.js';

const MINUTE = 60_000;

describe('open pages over two gateways while gateways, catalogue, NATS and Redis are killed and come back', () => {
  it(
    'each show of every stone what the database says, once the shop is quiet',
    async () => {
      expect(await tell((say) => live({ ...LIVE, seed: randomInt(1, 2 ** 31) }, say))).toEqual([]);
    },
    (6 + 2 * LIVE.rounds) * MINUTE,
  );
});
