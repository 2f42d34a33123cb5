import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive, containsFolder, findLockHolder, ownerLine, readStartMs } from './process-table.js';

describe('containsFolder', () => {
  it.each([
    ['postgres\0-D\0/shop/.local/postgres\0', true],
    ['GEODES_DATA_DIR=/shop/.local\0', true],
    ['/shop/.local', true],
    ['postgres\0-D\0/shop/.local-2/postgres\0', false],
    ['GEODES_DATA_DIR=/shop/.local.old\0', false],
    [undefined, false],
  ])('recognises the data folder in %j: %s', (text, expected) => {
    expect(containsFolder(text, '/shop/.local')).toBe(expected);
  });
});

describe('the process table', () => {
  it('returns the start time of a process', () => {
    expect(readStartMs(process.pid)).toBeGreaterThan(Date.now() - process.uptime() * 1000 - 2000);
    expect(readStartMs(process.pid)).toBeLessThan(Date.now());
  });

  it('identifies the holder of a lock by pid and start time', () => {
    expect(findLockHolder(ownerLine(process.pid))).toBe(process.pid);
    expect(findLockHolder(`${process.pid} 1\n`)).toBeUndefined();
    expect(findLockHolder('')).toBeUndefined();
  });

  it('does not count a process that has exited as alive', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(isAlive(child.pid!)).toBe(false);
    expect(isAlive(process.pid)).toBe(true);
  });
});
