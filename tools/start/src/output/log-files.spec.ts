import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogFiles } from './log-files.js';

const MEGABYTE = 1024 * 1024;

describe('LogFiles', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'geodes-logs-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('writes the output of each process to a file with mode 600', async () => {
    const logs = new LogFiles(folder);
    logs.write('orders', 'first\n');
    logs.write('gateway', 'other\n');
    logs.write('orders', 'second\n');
    await logs.close();
    expect(readFileSync(join(folder, 'orders.log'), 'utf8')).toBe('first\nsecond\n');
    expect(readFileSync(join(folder, 'gateway.log'), 'utf8')).toBe('other\n');
    expect(statSync(join(folder, 'orders.log')).mode & 0o777).toBe(0o600);
  });

  it('writes again once the cause of an error has gone', async () => {
    const file = join(folder, 'orders.log');
    mkdirSync(file);
    const logs = new LogFiles(folder);
    logs.write('orders', 'lost\n');
    await sleep(100);
    rmdirSync(file);
    for (let tries = 0; !existsSync(file) && tries < 50; tries += 1) {
      logs.write('orders', 'kept\n');
      await sleep(100);
    }
    await logs.close();
    expect(readFileSync(file, 'utf8')).toBe('kept\n');
  });

  it('keeps at most three files of about five megabytes for each process', async () => {
    const logs = new LogFiles(folder);
    // a slow disk takes only some of them
    for (let written = 0, beyond = 0; beyond < 12 && written < 600; written += 1) {
      logs.write('gateway', 'x'.repeat(MEGABYTE - 1) + '\n');
      await sleep(5);
      if (existsSync(join(folder, 'gateway.log.2'))) beyond += 1;
    }
    await logs.close();
    expect(readdirSync(folder).sort()).toEqual(['gateway.log', 'gateway.log.1', 'gateway.log.2']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(6 * MEGABYTE);
  });
});
