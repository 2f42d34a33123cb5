import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from './start-shop.js';

it('gives up at once if a signal ends the shop while it starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'geodes-start-'));
  const env = { NODE_OPTIONS: '--import=data:text/javascript,process.kill(process.pid,9)' };
  await expect(startShop({ log: join(folder, 'shop.log'), env })).rejects.toThrow('The shop did not start.');
  rmSync(folder, { recursive: true });
});
