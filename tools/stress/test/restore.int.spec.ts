import { restoreDrill } from '../src/restore/restore-drill.js';
import { tell } from './tell.js';

const MINUTE = 60_000;

describe('a shop that lost everything and comes back from a backup made under load', () => {
  it(
    'agrees with Square, tells its owner what was bought after the backup, and sells none of it twice',
    async () => {
      expect(await tell((say) => restoreDrill({ scale: '' }, say))).toEqual([]);
    },
    6 * MINUTE,
  );
});
