import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { fromSite, signIn } from '../shop/calls.js';
import { dataFolder, pidOf, pids } from '../shop/processes.js';
import { expectNotNow } from '../shop/shortage.js';
import { pngOf } from '../shop/small-picture.js';

/** What was begun and not ended in the store: an empty file, or an upload that nobody has taken in or away. */
const leftovers = (): string[] => {
  const entries = readdirSync(join(dataFolder(), 'object-store', 'files'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // the demo's own uploads may still be coming in
  return files.filter((file) => !file.includes('seed-') && (file.includes('/incoming/') || statSync(file).size === 0));
};
/** As a full disk: whatever the object store writes is refused from its first byte on. */
const fillDisk = (isFull: boolean) =>
  promisify(execFile)('prlimit', [`--pid=${pidOf('object-store')}`, `--fsize=${isFull ? 0 : 'unlimited'}:`]);
const upload = (request: APIRequestContext, buffer: Buffer) =>
  request.post('/api/objects/upload', {
    headers: fromSite,
    multipart: { file: { name: 'stone.png', mimeType: 'image/png', buffer } },
    timeout: 45_000,
  });

test('the disk of the object store is full: an upload is refused in clear words and leaves nothing', async ({
  request,
}) => {
  await signIn(request);
  const [accepted, refused] = [pngOf([10, 200, 30], 400, 300), pngOf([200, 10, 30], 400, 300)];
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
  // a picture of the demo that was being stored meanwhile is tried again, or taken away, within the attempts of a store
  await expect.poll(leftovers, { timeout: 20_000 }).toEqual([]);
  const later = await upload(request, refused);
  expect(later.status(), await later.text()).toBe(201);
  expect((await request.get(((await later.json()) as { objectPath: string }).objectPath)).status()).toBe(200);
  expect(pids()).toEqual(before);
});
