import { randomInt } from 'node:crypto';
import { drop } from '../src/drop/drop.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;
const SHORT = { rounds: 20, pages: 200, buyers: 200 };

describe('geodes that go on sale at an instant, while pages are open, scripts ask without end and a gateway is killed', () => {
  it(
    'are held once and not before, are sold once, and every page shows the sale',
    async () => {
      expect(await runAndReport((say) => drop({ ...SHORT, seed: randomInt(1, 2 ** 31) }, say))).toEqual([]);
    },
    8 * MINUTE,
  );
});
