import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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
    writeFileSync(join(built, 'public', 'manifest.json'), JSON.stringify({ start: { file: `assets/${name}` } }));
    for (const file of [name, `${name}.gz`]) writeFileSync(join(built, 'public', 'assets', file), name);
    await copySite(folder, built);
  };
  const passDays = (days: number) => {
    for (const path of readdirSync(asset('')).map(asset)) {
      const then = statSync(path).mtimeMs / 1000 - days * DAY_S;
      utimesSync(path, then, then);
    }
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geodes-site-copy-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has the assets of an earlier release for 30 days after the update', async () => {
    await build('first.js');
    passDays(90);
    await build('second.js');
    expect(readFileSync(join(siteFolder(folder), 'public', 'index.html'), 'utf8')).toBe('second.js');
    passDays(29);
    await build('second.js');
    expect(readdirSync(asset('')).sort()).toEqual(['first.js', 'first.js.gz', 'second.js', 'second.js.gz']);

    passDays(2);
    await build('second.js');
    expect(readdirSync(asset('')).sort()).toEqual(['second.js', 'second.js.gz']);
  });

  it('has all assets of a release that returns', async () => {
    await build('first.js');
    await build('second.js');
    passDays(31);
    await build('first.js');
    expect(existsSync(asset('first.js'))).toBe(true);
  });

  it('leaves a complete asset alone, because gateways serve it meanwhile', async () => {
    await build('first.js');
    writeFileSync(asset('first.js.gz'), 'short');
    const links = ['first.js', 'first.js.gz'].map((name) => join(folder, `link to ${name}`));
    linkSync(asset('first.js'), links[0]!);
    linkSync(asset('first.js.gz'), links[1]!);
    await build('first.js');
    expect(links.map((link) => statSync(link).nlink)).toEqual([2, 1]);
    expect(readFileSync(asset('first.js.gz'), 'utf8')).toBe('first.js');
  });
});
