import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isAlive, ownerLine } from '@geodes/servers';
import { restart } from './restart.js';
import { ShopUnavailable, ShopRefused } from './shop.js';

describe('restart', () => {
  let dataDir: string;
  let lines: string[];
  let child: ChildProcess | undefined;
  const print = (_: unknown, text: string) => void lines.push(text);
  const run = () => restart(dataDir, print, (line) => void lines.push(line));
  /** A fake supervisor that writes these states in sequence after the signal. */
  const supervisor = async (...states: object[]) => {
    mkdirSync(join(dataDir, 'run'));
    const program = `
      const states = ${JSON.stringify(states)};
      process.once('SIGUSR2', () => {
        const startedAt = new Date().toISOString();
        states.forEach((state, index) => setTimeout(() => require('fs').writeFileSync(
          'run/replacement.json', JSON.stringify({ startedAt, done: 0, all: 2, ...state })), 400 * (index + 1)));
      });
      setInterval(() => undefined, 1000);
      console.log('ready');`;
    child = spawn(process.execPath, ['-e', program], { cwd: dataDir, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout as Readable, 'data');
    writeFileSync(join(dataDir, 'start.lock'), ownerLine(child.pid!));
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-restart-'));
    lines = [];
  });
  afterEach(() => {
    jest.restoreAllMocks();
    child?.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('fails when no shop runs', async () => {
    await expect(run()).rejects.toThrow(ShopUnavailable);
  });

  it('signals no other process that has the pid of a stale lock', async () => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    writeFileSync(join(dataDir, 'start.lock'), `${child.pid} 1\n`);
    await expect(run()).rejects.toThrow('No npm start runs');
    expect(isAlive(child.pid!)).toBe(true);
  });

  it('follows the supervisor until all processes are replaced', async () => {
    await supervisor(
      { name: 'orders' },
      { name: 'gateway', done: 1 },
      { done: 2, finishedAt: new Date().toISOString() },
    );
    await run();
    expect(lines.at(-1)).toBe('2 processes replaced, one after the other.');
  });

  it('fails after 30 minutes, although the supervisor still runs', async () => {
    await supervisor({ name: 'orders' });
    const endless = restart(dataDir, print, () => {
      const later = Date.now() + 31 * 60_000;
      jest.spyOn(Date, 'now').mockReturnValue(later);
    });
    await expect(endless).rejects.toThrow('The processes were not all replaced within 30 minutes');
  });

  it('fails when a process does not become ready again', async () => {
    await supervisor({ failure: 'orders was not ready again within 60 s', finishedAt: new Date().toISOString() });
    await expect(run()).rejects.toThrow(ShopRefused);
  });
});
