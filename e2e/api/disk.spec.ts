import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNotNow, fromSite, signIn } from '../shop/calls.js';
import { dataFolder, pidOf, pids } from '../shop/operator.js';
import { pngOf } from '../shop/small-picture.js';

/** Lists unfinished objects in the store: empty files, and uploads that were neither ingested nor deleted. */
const leftovers = (): string[] => {
  const entries = readdirSync(join(dataFolder(), 'object-store', 'files'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // the seed may still be uploading demo pictures
  return files.filter((file) => !file.includes('seed-') && (file.includes('/incoming/') || statSync(file).size === 0));
};
/** Simulates a full disk: a file size limit of 0 makes every write of the object store fail. */
const fillDisk = (isFull: boolean) =>
  promisify(execFile)('prlimit', [`--pid=${pidOf('object-store')}`, `--fsize=${isFull ? 0 : 'unlimited'}:`]);
const upload = (request: APIRequestContext, buffer: Buffer) =>
  request.post('/api/objects/upload', {
    headers: fromSite,
    multipart: { file: { name: 'stone.png', mimeType: 'image/png', buffer } },
    timeout: 45_000,
  });

test('with a full disk, the object store refuses an upload with a readable message and leaves no file', async ({
  request,
}) => {
  await signIn(request);
  const [accepted, refused] = [await pngOf([10, 200, 30], 400, 300), await pngOf([200, 10, 30], 400, 300)];
  const { objectPath } = (await (await upload(request, accepted)).json()) as { objectPath: string };
  const before = pids();
  await fillDisk(true);
  try {
    await expectNotNow(await upload(request, refused));
    expect((await request.get(objectPath)).status()).toBe(200);
    expect((await request.get('/health/ready')).status()).toBe(200);
  } finally {
    await fillDisk(false);
  }
  // a demo picture stored meanwhile is retried or deleted within the retry period
  await expect.poll(leftovers, { timeout: 20_000 }).toEqual([]);
  const later = await upload(request, refused);
  expect(later.status(), await later.text()).toBe(201);
  expect((await request.get(((await later.json()) as { objectPath: string }).objectPath)).status()).toBe(200);
  expect(pids()).toEqual(before);
});
