import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containsFolder, findLockHolder, isAlive, ownerLine, PidFiles, readStartMs } from './process-table.js';

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

describe('PidFiles', () => {
  let dataDir: string;
  let orphan: ChildProcess;
  let stranger: ChildProcess;
  let files: PidFiles;
  const sleeper = (env: NodeJS.ProcessEnv) =>
    spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { env, detached: true });

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-pids-'));
    orphan = sleeper({ GEODES_DATA_DIR: dataDir });
    stranger = sleeper({});
    files = new PidFiles(dataDir);
  });
  afterEach(() => {
    for (const child of [orphan, stranger]) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('finds the processes that a killed run left', () => {
    files.write('orders', orphan.pid!);
    expect(files.findOrphans()).toEqual([{ name: 'orders', pid: orphan.pid }]);
  });

  it('removes files whose pid is reused, dead or no number', async () => {
    files.write('orders', stranger.pid!);
    files.write('media', 999_999_999);
    writeFileSync(join(dataDir, 'run', 'catalog.pid'), '');
    orphan.kill('SIGKILL');
    await once(orphan, 'exit');
    expect(files.findOrphans()).toEqual([]);
    expect(['orders', 'media', 'catalog'].map((name) => existsSync(join(dataDir, 'run', `${name}.pid`)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isAlive(stranger.pid!)).toBe(true);
  });

  it('ignores a process that started after its pid file was written', () => {
    files.write('orders', orphan.pid!);
    const yesterday = Date.now() / 1000 - 86_400;
    utimesSync(join(dataDir, 'run', 'orders.pid'), yesterday, yesterday);
    expect(files.findOrphans()).not.toContainEqual({ name: 'orders', pid: orphan.pid });
  });

  it('finds a process without a pid file by its environment', async () => {
    await new Promise((resolve) => orphan.once('spawn', resolve));
    expect(files.findOrphans()).toEqual([{ name: `process-${orphan.pid}`, pid: orphan.pid }]);
  });

  it('removes the file of a process that it ends', async () => {
    files.write('orders', orphan.pid!);
    await files.end({ name: 'orders', pid: orphan.pid! }, 'SIGTERM', 5000);
    expect(isAlive(orphan.pid!)).toBe(false);
    expect(existsSync(join(dataDir, 'run', 'orders.pid'))).toBe(false);
  });
});
