import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySite, siteFolder } from './site-copy.js';

const DAY_S = 24 * 60 * 60;

describe('the copy of the built site', () => {
  let folder: string;
  const asset = (name: string) => join(siteFolder(folder), 'public', 'assets', name);
  const build = async (name: string) => {
    const built = join(folder, 'dist');
    rmSync(built, { recursive: true, force: true });
    mkdirSync(join(built, 'public', 'assets'), { recursive: true });
    writeFileSync(join(built, 'public', 'index.html'), name);
    writeFileSync(join(built, 'public', 'assets', name), '');
    await copySite(folder, built);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geodes-site-copy-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has the assets of earlier releases for 30 days', async () => {
    await build('first.js');
    await build('second.js');
    expect(readFileSync(join(siteFolder(folder), 'public', 'index.html'), 'utf8')).toBe('second.js');
    expect(['first.js', 'second.js'].map(asset).filter(existsSync)).toHaveLength(2);

    const longAgo = Date.now() / 1000 - 31 * DAY_S;
    for (const name of ['first.js', 'second.js']) utimesSync(asset(name), longAgo, longAgo);
    await build('second.js');
    expect(existsSync(asset('first.js'))).toBe(false);
    expect(existsSync(asset('second.js'))).toBe(true);
  });
});
