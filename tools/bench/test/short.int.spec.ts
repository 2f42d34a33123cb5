import { join } from 'node:path';
import { shortBench } from '../src/short.js';
import { RESULTS } from '../src/shop.js';

const MINUTE = 60_000;

describe('the shop under a few hundred requests beside bare servers', () => {
  it(
    'answers each of them rightly, byte for byte where the reply is kept ready',
    async () => {
      // the test runner hides standard output; how fast it was decides nothing
      const say = (line: string) => process.stderr.write(`${line}\n`);
      expect(await shortBench(join(RESULTS, 'short-shop.log'), say)).toEqual([]);
    },
    5 * MINUTE,
  );
});
