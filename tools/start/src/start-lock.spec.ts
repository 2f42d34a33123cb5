import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from '@geodes/servers';
import { AlreadyRunningError, holderOf, takeStartLock } from './start-lock.js';

describe('the lock of a data folder', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'geodes-lock-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is refused while a supervisor runs, in words that say what to do', () => {
    takeStartLock(dataDir);
    expect(() => takeStartLock(dataDir)).toThrow(AlreadyRunningError);
    expect(() => takeStartLock(dataDir)).toThrow(/running already \(process \d+\).*DATA_DIR=/);
  });

  it('is free again when it was given up', () => {
    takeStartLock(dataDir)();
    expect(existsSync(join(dataDir, 'start.lock'))).toBe(false);
    expect(() => takeStartLock(dataDir)).not.toThrow();
  });

  it.each(['', 'half', '999999999 17', `${process.pid} another-start-time`])(
    'is taken over where the supervisor that wrote %j is gone',
    (line) => {
      writeFileSync(join(dataDir, 'start.lock'), line);
      expect(() => takeStartLock(dataDir)).not.toThrow();
      expect(() => takeStartLock(dataDir)).toThrow(AlreadyRunningError);
    },
  );

  it('belongs to the process whose pid and start time it names', () => {
    expect(holderOf(`${process.pid} ${startTimeOf(process.pid)}\n`)).toBe(process.pid);
    expect(holderOf(`${process.pid} 1\n`)).toBeUndefined();
  });
});
