import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeedRecord } from './seed-record.js';

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
