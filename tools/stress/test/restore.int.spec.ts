import { restoreDrill } from '../src/restore-drill.js';
import { runAndReport } from './run-and-report.js';

const MINUTE = 60_000;

describe('a shop that lost all data and is restored from a backup made under load', () => {
  it(
    'agrees with Square, shows the owner the orders after the backup, and sells no geode twice',
    async () => {
      expect(await runAndReport((say) => restoreDrill({ scale: '' }, say))).toEqual([]);
    },
    6 * MINUTE,
  );
});
