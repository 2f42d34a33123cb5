import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { acquireStartLock, AlreadyRunningError, removeStaleLock } from './data-dir.js';
import { listPublicPorts } from './public-ports.js';

describe('acquireStartLock', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'geodes-lock-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('refuses a second supervisor and says what to do', () => {
    acquireStartLock(dataDir);
    expect(() => acquireStartLock(dataDir)).toThrow(AlreadyRunningError);
    expect(() => acquireStartLock(dataDir)).toThrow(/running already \(process \d+\).*DATA_DIR=/);
  });

  it('advises a port for a second shop that leaves the first its ports', () => {
    const [, PORT] = /PORT=(\d+)/.exec(new AlreadyRunningError(dataDir, 1).message) ?? [];
    const first = listPublicPorts(readConfig({ SCALE: 'gateway=10' }));
    const second = listPublicPorts(readConfig({ PORT, SCALE: 'gateway=10' }));
    expect(second.filter((port) => first.includes(port))).toEqual([]);
  });

  it('can be acquired again after its release', () => {
    acquireStartLock(dataDir)();
    expect(existsSync(join(dataDir, 'start.lock'))).toBe(false);
    expect(() => acquireStartLock(dataDir)).not.toThrow();
  });

  it.each(['', 'half', '999999999 17', `${process.pid} another-start-time`])(
    'replaces a stale lock with the line %j',
    (line) => {
      writeFileSync(join(dataDir, 'start.lock'), line);
      expect(() => acquireStartLock(dataDir)).not.toThrow();
      expect(() => acquireStartLock(dataDir)).toThrow(AlreadyRunningError);
    },
  );

  it('is kept if another start has replaced the stale lock meanwhile', () => {
    acquireStartLock(dataDir);
    removeStaleLock(join(dataDir, 'start.lock'), '999999999 17');
    expect(readdirSync(dataDir)).toEqual(['start.lock']);
    expect(() => acquireStartLock(dataDir)).toThrow(AlreadyRunningError);
  });

  it('closes an existing folder to other users', () => {
    chmodSync(dataDir, 0o755);
    acquireStartLock(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('survives the signal of a restart before there is a handler for it', () => {
    process.removeAllListeners('SIGUSR2');
    acquireStartLock(dataDir);
    expect(process.listenerCount('SIGUSR2')).toBe(1);
  });
});
