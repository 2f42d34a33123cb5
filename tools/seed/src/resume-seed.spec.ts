import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resumeSeed } from './resume-seed.js';
import { Report } from './report.js';
import { SeedRecord } from './seed-record.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'seed-begin-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const quiet = new Report(() => undefined);
/** With a catalogue that has so many geodes, sold ones among them. */
const look = (geodes: number, count = 48, seed: 'demo' | 'none' = 'demo') => {
  const catalogue = { untilOpen: () => Promise.resolve(), hasGeodes: () => Promise.resolve(geodes > 0) };
  return resumeSeed({ DATA_DIR: folder, SEED: seed, SEED_COUNT: count }, catalogue, quiet);
};

test('an empty catalogue is filled', async () => {
  expect(await look(0)).toMatchObject({ count: 48, complete: false });
});

test('a catalogue that has geodes is left as it is', async () => {
  expect(await look(1)).toBeUndefined();
  SeedRecord.begin(folder, 48, 1_000).finish();
  expect(await look(1)).toBeUndefined();
  expect(await look(1, 24)).toBeUndefined();
});

test('what was begun is continued, whatever is there by now', async () => {
  SeedRecord.begin(folder, 48, 1_000).keepListed([3]);
  expect((await look(1))?.isListed(3)).toBe(true);
  expect((await look(0))?.isListed(3)).toBe(true);
});

test('a catalogue whose geodes were all deleted is filled anew', async () => {
  const first = SeedRecord.begin(folder, 48, 1_000);
  first.keepListed([3]);
  first.keepPicture('quartz/one/face', '/objects/1.jpg');
  first.finish();
  const anew = await look(0);
  expect(anew).toMatchObject({ complete: false });
  expect([anew?.isListed(3), anew?.picture('quartz/one/face')]).toEqual([false, undefined]);
});

test('with SEED=none, and with SEED_COUNT=0, nothing is done', async () => {
  expect(await look(0, 48, 'none')).toBeUndefined();
  expect(await look(0, 0)).toBeUndefined();
});
