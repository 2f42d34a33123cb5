import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PidFiles } from './pid-files.js';
import { isAlive } from './process-table.js';

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
