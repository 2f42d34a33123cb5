import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WITH_DATABASE } from '../databases.js';
import { plainCodec } from './encryption.js';
import { BackupError, FORMAT, MANIFEST, readManifest, verify } from './manifest.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const empty = { migrations: [], tables: [], sequences: [] };

describe('the manifest of a backup', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geodes-manifest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (key = 'originals/a') => {
    const list = `${JSON.stringify({ key, file: `objects/${key}`, contentType: 'image/webp', bytes: 3, sha256: sha256('abc') })}\n`;
    writeFileSync(join(folder, 'objects.ndjson'), list);
    const objects = { count: 1, totalBytes: 3, file: 'objects.ndjson', bytes: list.length, sha256: sha256(list) };
    const time = '2026-11-22T04:00:00.000Z';
    const databases = Object.fromEntries(WITH_DATABASE.map((service) => [service, empty]));
    const manifest = {
      format: FORMAT.plain,
      version: '0.1.0',
      point: time,
      finishedAt: time,
      fenceMs: 4,
      databases,
      objects,
    };
    writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
  };
  const verified = async () => verify(folder, await readManifest(folder), plainCodec, () => undefined);

  it('is missing from an incomplete backup, which is refused', async () => {
    await expect(readManifest(folder)).rejects.toThrow(/is no backup.*\.part is incomplete/);
  });

  it('is refused if a newer version wrote it or it is truncated', async () => {
    writeFileSync(join(folder, MANIFEST), JSON.stringify({ format: 99 }));
    await expect(readManifest(folder)).rejects.toThrow(BackupError);
    writeFileSync(join(folder, MANIFEST), '{"format":');
    await expect(readManifest(folder)).rejects.toThrow(BackupError);
  });

  it('reports a missing picture before anything is changed', async () => {
    write();
    await expect(verified()).rejects.toThrow(/objects\/originals\/a is missing. Nothing was touched/);
  });

  it('is refused if it names a file outside its folder', async () => {
    write('../../etc/passwd');
    await expect(verified()).rejects.toThrow(/objects\.ndjson is damaged/);
  });
});
