import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ObjectStore } from './object-store.js';

const PICTURE = Buffer.alloc(100_000, 7);
/** More than the sockets of both sides buffer. */
const LARGE_PICTURE = Buffer.alloc(20_000_000, 7);

describe('the object store', () => {
  let server: Server;
  let storeThatWaits: (timeouts?: ConstructorParameters<typeof ObjectStore>[1]) => ObjectStore;
  let stores: ObjectStore[] = [];

  beforeEach(async () => {
    server = createServer((request, response) => {
      if (request.method === 'PUT') {
        // reads nothing at first
        if (!request.url?.includes('stalls')) setTimeout(() => request.resume(), 1_000);
        request.on('end', () => response.end());
        return;
      }
      response.writeHead(200, { 'Content-Length': PICTURE.length });
      if (request.url?.includes('stalls')) response.write(PICTURE.subarray(0, 1_000));
      else response.end(PICTURE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const access = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    storeThatWaits = (timeouts) => {
      const settings = { S3_ENDPOINT, S3_BUCKET: 'pictures', S3_REGION: 'us-east-1', ...access };
      const store = new ObjectStore(settings, timeouts);
      stores.push(store);
      return store;
    };
  });
  afterEach(async () => {
    for (const store of stores) store.onApplicationShutdown();
    stores = [];
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is unavailable if it stalls in the middle of an object or a list', async () => {
    expect(await storeThatWaits().get('whole')).toEqual(PICTURE);
    const store = storeThatWaits({ stallMs: 200 });
    await expect(store.get('stalls')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(store.list('stalls', 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('stores a large picture over a slow uplink, unless it stalls', async () => {
    await storeThatWaits({ responseMs: 200, stallMs: 200 }).put('slow', LARGE_PICTURE, 'image/jpeg');
    const stalled = storeThatWaits({ putMs: 200 }).put('stalls', LARGE_PICTURE, 'image/jpeg');
    await expect(stalled).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
