import { randomInt } from 'node:crypto';
import { rush } from '../src/drop/rush.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;
const SHORT = { pages: 100, buyers: 60, killsGateway: true };

describe('geodes that go on sale at an instant, while pages are open and a gateway is killed', () => {
  it(
    'are held once and not before, are sold once, and every page shows the sale',
    async () => {
      const seed = randomInt(1, 2 ** 31);
      expect(await runAndReport(async (say) => ({ name: 'drop', ...(await rush({ ...SHORT, seed }, say)) }))).toEqual(
        [],
      );
    },
    8 * MINUTE,
  );
});
