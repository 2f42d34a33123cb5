import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive, names, startedAt, readStartTime } from './process-table.js';

describe('a process of this shop', () => {
  it.each([
    ['postgres\0-D\0/shop/.local/postgres\0', true],
    ['GEODES_DATA_DIR=/shop/.local\0', true],
    ['/shop/.local', true],
    ['postgres\0-D\0/shop/.local-2/postgres\0', false],
    ['GEODES_DATA_DIR=/shop/.local.old\0', false],
    [undefined, false],
  ])('is recognised by its data folder: %j', (text, ours) => {
    expect(names(text, '/shop/.local')).toBe(ours);
  });
});

describe('the process table', () => {
  it('knows when a process began', () => {
    expect(startedAt(process.pid)).toBeGreaterThan(Date.now() - process.uptime() * 1000 - 2000);
    expect(startedAt(process.pid)).toBeLessThan(Date.now());
    expect(readStartTime(process.pid)).toBe(readStartTime(process.pid));
  });

  it('does not count one that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(isAlive(child.pid!)).toBe(false);
    expect(isAlive(process.pid)).toBe(true);
  });
});
