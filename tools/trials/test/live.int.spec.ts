import { randomInt } from 'node:crypto';
import { LIVE_ROUNDS, LIVE_STREAMS } from '../src/config.js';
import { live, LIVE } from '../src/streams/live.js';
import { tell } from './tell.js';

const MINUTE = 60_000;

describe('open pages over two gateways while gateways, catalogue, NATS and Redis are killed and come back', () => {
  it(
    'each show of every stone what the database says, once the shop is quiet',
    async () => {
      const options = { ...LIVE, streams: LIVE_STREAMS, rounds: LIVE_ROUNDS, seed: randomInt(1, 2 ** 31) };
      expect(await tell((say) => live(options, say))).toEqual([]);
    },
    (6 + 2 * LIVE_ROUNDS) * MINUTE,
  );
});
