import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { LocatePicture } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { testServers } from '@geodes/testing';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { fakeServices } from './fake-services.js';

const small = randomBytes(5_000);
const large = randomBytes(3 * 1024 * 1024);
let gateway: GatewayUnderTest;
let s3: S3Client;
let Bucket: string;

beforeAll(async () => {
  gateway = await startGateway();
  const access = (await testServers()).s3;
  Bucket = access.bucket;
  s3 = new S3Client({
    region: access.region,
    endpoint: access.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
  });
  await s3.send(new PutObjectCommand({ Bucket, Key: 'gateway-test/small', Body: small }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'gateway-test/large', Body: large }));
});
afterAll(async () => {
  for (const Key of ['gateway-test/small', 'gateway-test/large'])
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  s3.destroy();
  await gateway.stop();
});
beforeEach(() => {
  gateway.services.answer({
    ...fakeServices(),
    'media.locate': ({ path, width, format }) => {
      if (path.startsWith('large')) return located('gateway-test/large', large.length, 'image/jpeg');
      if (path.startsWith('missing')) return located('gateway-test/none', 10, 'image/jpeg');
      if (!path.startsWith('small')) throw new AppError('NOT_FOUND', 'There is no such picture.');
      const type = format === 'original' ? 'image/jpeg' : `image/${format}`;
      return { ...located('gateway-test/small', small.length, type), final: width !== 1920 };
    },
  });
  gateway.services.asked.length = 0;
});

const located = (key: string, bytes: number, contentType: string) => ({ key, bytes, contentType, final: true });
const locateRequests = () =>
  gateway.services.asked
    .filter(({ subject }) => subject === 'media.locate')
    .map(({ request }) => request as LocatePicture);
const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(gateway.url + path, { headers, method });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('GET /objects/…', () => {
  it('returns the picture, cached for a year', async () => {
    const { status, headers, bytes } = await get('/objects/small-1.jpg');
    expect(status).toBe(200);
    expect(bytes.equals(small)).toBe(true);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('content-length')).toBe(String(small.length));
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('vary')).toBe('Accept');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('streams large ones', async () => {
    const { bytes } = await get('/objects/large-1.jpg');
    expect(bytes.equals(large)).toBe(true);
  });

  it.each([
    ['300', 'image/avif,image/webp,*/*', 320, 'avif'],
    ['1', 'image/webp,*/*', 160, 'webp'],
    ['5000', '*/*', 1920, 'original'],
  ])('with w=%s and Accept %s locates width %i as %s', async (w, accept, width, format) => {
    await get(`/objects/small-2-${format}.jpg?w=${w}`, { accept });
    expect(locateRequests()).toEqual([{ path: `small-2-${format}.jpg`, width, format }]);
  });

  it('is cached shortly while a better format is being made', async () => {
    const { headers } = await get('/objects/small-3.jpg?w=1920', { accept: 'image/avif' });
    expect(headers.get('cache-control')).toBe('public, max-age=30');
  });

  it.each(['0', '-1', 'abc', '1.5', '0x140', '1e2', '%20160'])('is 400 for w=%s', async (w) => {
    const { status, bytes } = await get(`/objects/small-4.jpg?w=${w}`);
    expect([status, (JSON.parse(bytes.toString()) as { code: string }).code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('returns the original for an empty w', async () => {
    expect((await get('/objects/small-4.jpg?w=')).status).toBe(200);
  });

  it.each(['/objects/nothing.jpg', '/objects/', '/objects/..%2f..%2fetc', '/objects/a%00b', '/objects/missing.jpg'])(
    'is 404 for %s',
    async (path) => {
      const { status } = await get(path);
      expect(status).toBe(404);
    },
  );

  it.each([
    ['its tag', (etag: string) => etag, 304],
    ['its tag among others', (etag: string) => `"other", ${etag}`, 304],
    ['its tag as a weak one', (etag: string) => `W/${etag}`, 304],
    ['whatever there is', () => '*', 304],
    ['another tag', () => '"other"', 200],
  ])('with If-None-Match for %s has the expected status', async (_name, condition, status) => {
    const etag = (await get('/objects/large-5.jpg')).headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'if-none-match': condition(etag), range: 'bytes=0-9' };
      const answer = await get('/objects/large-5.jpg', headers, method);
      // the condition is evaluated before the range (RFC 9110 13.2.2)
      expect(answer.status).toBe(status === 304 ? 304 : 206);
      expect(answer.headers.get('etag')).toBe(etag);
      if (status === 304) expect(answer.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('returns a range if If-Range matches, and the size for HEAD', async () => {
    const etag = (await get('/objects/small-10.jpg')).headers.get('etag') ?? '';
    const headers = { range: 'bytes=10-19', 'if-range': etag };
    expect((await get('/objects/small-10.jpg', headers)).bytes.equals(small.subarray(10, 20))).toBe(true);
    const head = await get('/objects/small-10.jpg', headers, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([206, '10']);
  });

  it('is 416 with the size for a range behind the end', async () => {
    const { status, headers, bytes } = await get('/objects/small-11.jpg', { range: 'bytes=5000-' });
    expect([status, headers.get('content-range'), bytes.length]).toEqual([416, 'bytes */5000', 0]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(['moved-small.jpg', 'moved-large.jpg'])('locates %s again after it moved', async (name) => {
    const size = name.includes('large') ? large.length : small.length;
    let key = `gateway-test/${name}-gone`;
    gateway.services.answer({ 'media.locate': () => located(key, size, 'image/jpeg') });
    expect((await get(`/objects/${name}`)).status).toBe(404);
    key = name.includes('large') ? 'gateway-test/large' : 'gateway-test/small';
    expect((await get(`/objects/${name}`)).status).toBe(200);
  });

  it.each(['small-6.jpg', 'large-6.jpg'])('returns a range of %s', async (name) => {
    const whole = name.startsWith('small') ? small : large;
    const { status, headers, bytes } = await get(`/objects/${name}`, { range: 'bytes=100-199' });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`);
    expect(bytes.equals(whole.subarray(100, 200))).toBe(true);
    expect((await get(`/objects/${name}`, { range: `bytes=${whole.length}-` })).status).toBe(416);
    expect((await get(`/objects/${name}`, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  });

  it.each(['small-7.jpg', 'large-7.jpg'])('returns the size of %s for HEAD', async (name) => {
    const { status, headers, bytes } = await get(`/objects/${name}`, {}, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(headers.get('content-length')).toBe(String((name.startsWith('small') ? small : large).length));
  });

  it('calls the media service once for many readers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/objects/small-8.jpg?w=320')));
    expect(locateRequests()).toHaveLength(1);
  });
});
