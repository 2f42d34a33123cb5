import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PidFiles } from './pid-files.js';
import { isAlive } from './process-table.js';

describe('pid files of a run that was killed', () => {
  let dataDir: string;
  let ours: ChildProcess;
  let stranger: ChildProcess;
  let files: PidFiles;
  const sleeper = (env: NodeJS.ProcessEnv) =>
    spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { env, detached: true });

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-pids-'));
    ours = sleeper({ GEODES_DATA_DIR: dataDir });
    stranger = sleeper({});
    files = new PidFiles(dataDir);
  });
  afterEach(() => {
    for (const child of [ours, stranger]) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('name the processes that are still ours', () => {
    files.write('orders', ours.pid!);
    expect(files.findOrphans()).toEqual([{ name: 'orders', pid: ours.pid }]);
  });

  it('are removed where the pid belongs to a stranger, to nobody, or is no number', async () => {
    files.write('orders', stranger.pid!);
    files.write('media', 999_999_999);
    writeFileSync(join(dataDir, 'run', 'catalog.pid'), '');
    ours.kill('SIGKILL');
    await once(ours, 'exit');
    expect(files.findOrphans()).toEqual([]);
    expect(['orders', 'media', 'catalog'].map((name) => existsSync(join(dataDir, 'run', `${name}.pid`)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isAlive(stranger.pid!)).toBe(true);
  });

  it('do not count for a process that began after they were written', () => {
    files.write('orders', ours.pid!);
    const yesterday = Date.now() / 1000 - 86_400;
    utimesSync(join(dataDir, 'run', 'orders.pid'), yesterday, yesterday);
    expect(files.findOrphans()).not.toContainEqual({ name: 'orders', pid: ours.pid });
  });

  it('are not needed for a process that was started a moment before', async () => {
    await new Promise((resolve) => ours.once('spawn', resolve));
    expect(files.findOrphans()).toEqual([{ name: `process-${ours.pid}`, pid: ours.pid }]);
  });

  it('go with the process that is ended', async () => {
    files.write('orders', ours.pid!);
    await files.end({ name: 'orders', pid: ours.pid! }, 'SIGTERM', 5000);
    expect(isAlive(ours.pid!)).toBe(false);
    expect(existsSync(join(dataDir, 'run', 'orders.pid'))).toBe(false);
  });
});
