import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDataDir } from './private-data-dir.js';

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
