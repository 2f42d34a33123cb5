import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectAccess } from '../data-stores.js';
import { plainCodec } from './encryption.js';
import { copyObjects, putObjects } from './object-files.js';

const KEYS = Array.from({ length: 60 }, (_, n) => `geodes/${n}.jpg`);
const FAILING = 'geodes/0.jpg';
/** Every call but the failing one takes this long. */
const CALL_MS = 50;
const LIST = `<ListBucketResult>${KEYS.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`;
const REFUSAL = '<Error><Code>AccessDenied</Code><Message>not this one</Message></Error>';

describe('an object store that refuses one picture', () => {
  let folder: string;
  let store: Server;
  let access: ObjectAccess;
  let calls: number;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'geodes-objects-'));
    calls = 0;
    store = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://store');
      request.resume().once('end', () => {
        if (url.searchParams.has('list-type')) return void response.end(LIST);
        calls += 1;
        if (url.pathname.endsWith(`/${FAILING}`)) return void response.writeHead(403).end(REFUSAL);
        return void setTimeout(() => response.end('picture'), CALL_MS);
      });
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    access = { endpoint, bucket: 'shop', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' };
  });
  afterEach(() => {
    store.closeAllConnections();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectNoFurtherCall = async () => {
    const before = calls;
    expect(before).toBeLessThan(KEYS.length);
    await sleep(4 * CALL_MS);
    expect(calls).toBe(before);
  };

  it('fails the backup, which then writes nothing more into its folder', async () => {
    await expect(copyObjects(access, { folder, codec: plainCodec }, () => undefined)).rejects.toThrow('not this one');
    rmSync(folder, { recursive: true });
    await expectNoFurtherCall();
    expect(existsSync(folder)).toBe(false);
  });

  it('fails the restore, which then stores nothing more', async () => {
    writeFileSync(join(folder, 'picture'), 'picture');
    const objects = KEYS.map((key) => ({ key, file: 'picture', bytes: 7, sha256: '', contentType: 'image/jpeg' }));
    const restoring = putObjects(access, { folder, codec: plainCodec }, objects, () => undefined);
    await expect(restoring).rejects.toThrow('not this one');
    await expectNoFurtherCall();
  });
});
