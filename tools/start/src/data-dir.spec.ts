import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { acquireStartLock, AlreadyRunningError, closeDataDir, removeStaleLock } from './data-dir.js';
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

  it('survives the signal of a restart before there is a handler for it', () => {
    process.removeAllListeners('SIGUSR2');
    acquireStartLock(dataDir);
    expect(process.listenerCount('SIGUSR2')).toBe(1);
  });
});

describe('an existing DATA_DIR', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geodes-open-'));
    for (const name of ['square-simulator', 'postgres']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'file'), '');
      chmodSync(join(folder, name, 'file'), 0o644);
      chmodSync(join(folder, name), 0o755);
    }
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777;

  it('is closed to other users at the next start', () => {
    closeDataDir(folder);
    expect([modeOf(), modeOf('square-simulator'), modeOf('square-simulator', 'file')]).toEqual([0o700, 0o700, 0o600]);
  });

  it('keeps what PostgreSQL set on its own folder', () => {
    closeDataDir(folder);
    expect([modeOf('postgres'), modeOf('postgres', 'file')]).toEqual([0o755, 0o644]);
  });

  it('changes no file that a link points to', () => {
    symlinkSync(join(folder, 'postgres'), join(folder, 'link'));
    closeDataDir(folder);
    expect(modeOf('postgres')).toBe(0o755);
  });
});
