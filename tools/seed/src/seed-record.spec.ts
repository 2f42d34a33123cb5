import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Report, resumeSeed, SeedRecord } from './seed-record.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'seed-record-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a record contains the progress of a killed seed', () => {
  const record = SeedRecord.begin(folder, 48, 1_000);
  expect(SeedRecord.find(folder)).toMatchObject({ count: 48, startedAt: 1_000, complete: false });
  record.savePicture('quartz/one/face', '/objects/1.jpg');
  record.saveListed([0, 7]);
  record.saveShown('piece');
  const found = SeedRecord.find(folder)!;
  expect(found.picture('quartz/one/face')).toBe('/objects/1.jpg');
  expect(found.picture('quartz/two/face')).toBeUndefined();
  expect([found.isListed(7), found.isListed(8), found.isShown('piece')]).toEqual([true, false, true]);
  expect(found.complete).toBe(false);
  found.finish();
  expect(SeedRecord.find(folder)!.complete).toBe(true);
  expect(readdirSync(folder)).toEqual(['seed.json']);
});

test('an unreadable record counts as missing', () => {
  expect(SeedRecord.find(folder)).toBeUndefined();
  writeFileSync(join(folder, 'seed.json'), '{"version":1,"pic');
  expect(SeedRecord.find(folder)).toBeUndefined();
  writeFileSync(join(folder, 'seed.json'), '{"version":0}');
  expect(SeedRecord.find(folder)).toBeUndefined();
});

const quiet = new Report(() => undefined);
/** Calls `resumeSeed` with a catalogue of this many geodes, including sold ones. */
const resume = (geodes: number, count = 48, seed: 'demo' | 'none' = 'demo') => {
  const catalogue = { hasGeodes: () => Promise.resolve(geodes > 0) };
  return resumeSeed({ DATA_DIR: folder, SEED: seed, SEED_COUNT: count }, catalogue, quiet);
};

test('the seed starts on an empty catalogue', async () => {
  expect(await resume(0)).toMatchObject({ count: 48, complete: false });
});

test('the seed does nothing on a catalogue with geodes', async () => {
  expect(await resume(1)).toBeUndefined();
  SeedRecord.begin(folder, 48, 1_000).finish();
  expect(await resume(1)).toBeUndefined();
  expect(await resume(1, 24)).toBeUndefined();
});

test('an unfinished seed continues, whether or not the catalogue has geodes', async () => {
  SeedRecord.begin(folder, 48, 1_000).saveListed([3]);
  expect((await resume(1))?.isListed(3)).toBe(true);
  expect((await resume(0))?.isListed(3)).toBe(true);
});

test('the seed starts again after all geodes were deleted', async () => {
  const first = SeedRecord.begin(folder, 48, 1_000);
  first.saveListed([3]);
  first.savePicture('quartz/one/face', '/objects/1.jpg');
  first.finish();
  const second = await resume(0);
  expect(second).toMatchObject({ complete: false });
  expect([second?.isListed(3), second?.picture('quartz/one/face')]).toEqual([false, undefined]);
});

test('the seed does nothing with SEED=none or SEED_COUNT=0', async () => {
  expect(await resume(0, 48, 'none')).toBeUndefined();
  expect(await resume(0, 0)).toBeUndefined();
});
