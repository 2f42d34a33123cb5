import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet } from 'node:http';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '@geodes/kit';
import { testServers } from '@geodes/testing';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { fakeServices, refuse } from './fake-services.js';

const small = randomBytes(5_000);
const large = randomBytes(3 * 1024 * 1024);
/** More than the system's buffers hold for a browser that does not read. */
const huge = Buffer.alloc(9 * 1024 * 1024, 1);
let gateway: GatewayUnderTest;
let cookie: string;
let s3: S3Client;
let Bucket: string;

beforeAll(async () => {
  gateway = await startGateway();
  cookie = await gateway.logIn();
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
  await s3.send(new PutObjectCommand({ Bucket, Key: 'gateway-test/huge', Body: huge }));
});
afterAll(async () => {
  for (const Key of ['gateway-test/small', 'gateway-test/large', 'gateway-test/huge'])
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  s3.destroy();
  await gateway.stop();
});
beforeEach(() => {
  gateway.services.answer({
    ...fakeServices(),
    'media.locate': ({ path, width, format }) => {
      if (path.startsWith('large')) return located('gateway-test/large', large.length, 'image/jpeg');
      if (path.startsWith('huge')) return located('gateway-test/huge', huge.length, 'image/jpeg');
      if (path.startsWith('missing')) return located('gateway-test/none', 10, 'image/jpeg');
      if (!path.startsWith('small')) throw new AppError('NOT_FOUND', 'There is no such picture.');
      const type = format === 'original' ? 'image/jpeg' : `image/${format}`;
      return { ...located('gateway-test/small', small.length, type), final: width !== 1920 };
    },
  });
  gateway.services.asked.length = 0;
});

const located = (key: string, bytes: number, contentType: string) => ({ key, bytes, contentType, final: true });
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

  it('is located in the width and format that suit the browser', async () => {
    await get('/objects/small-2.jpg?w=300', { accept: 'image/avif,image/webp,*/*' });
    expect(gateway.asked('media.locate')).toEqual([{ path: 'small-2.jpg', width: 320, format: 'avif' }]);
  });

  it('is kept by the browser, and shortly by shared caches, while a better format is being made', async () => {
    const { headers } = await get('/objects/small-3.jpg?w=1920', { accept: 'image/avif' });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=30, immutable');
  });

  it('is 400 for a malformed width', async () => {
    const { status, bytes } = await get('/objects/small-4.jpg?w=0x140');
    expect([status, (JSON.parse(bytes.toString()) as { code: string }).code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('returns the original for an empty w', async () => {
    expect((await get('/objects/small-4.jpg?w=')).status).toBe(200);
  });

  it.each(['/objects/nothing.jpg', '/objects/', '/objects/..%2f..%2fetc', '/objects/missing.jpg'])(
    'is 404 for %s',
    async (path) => {
      const { status } = await get(path);
      expect(status).toBe(404);
    },
  );

  it('is 304 for GET and HEAD with its tag, before the range is looked at (RFC 9110 13.2.2)', async () => {
    const etag = (await get('/objects/large-5.jpg')).headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      const answer = await get('/objects/large-5.jpg', { 'if-none-match': etag, range: 'bytes=0-9' }, method);
      expect([answer.status, answer.headers.get('etag')]).toEqual([304, etag]);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const other = await get('/objects/large-5.jpg', { 'if-none-match': '"other"', range: 'bytes=0-9' }, method);
      expect([other.status, other.headers.get('etag')]).toEqual([206, etag]);
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

  it('leaves the object store to others while 50 browsers read large pictures slowly', async () => {
    const readers = Array.from({ length: 50 }, () => httpGet(`${gateway.url}/objects/huge-1.jpg`, { agent: false }));
    try {
      const replies = await Promise.all(readers.map((reader) => once(reader, 'response')));
      expect(replies.map(([{ statusCode }]) => statusCode)).toEqual(Array(50).fill(200));
      expect((await gateway.call('/health/ready')).status).toBe(200);
      expect((await get('/objects/small-12.jpg?w=640')).bytes.equals(small)).toBe(true);
    } finally {
      for (const reader of readers) reader.destroy();
    }
  });

  it('calls the media service once for many readers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/objects/small-8.jpg?w=320')));
    expect(gateway.asked('media.locate')).toHaveLength(1);
  });
});

describe('POST /api/objects/upload', () => {
  const LIMIT = 10 * 1024 * 1024;
  const brokeOff = { field: 'file', reason: 'The upload broke off. Please try again.' };
  const incoming = async () =>
    (await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'incoming/' }))).Contents?.map(({ Key }) => Key) ?? [];
  const upload = (form: FormData | string | undefined, headers: Record<string, string> = {}) =>
    gateway.call('/api/objects/upload', {
      method: 'POST',
      cookie,
      headers,
      ...(form === undefined ? {} : { raw: form }),
    });
  const formOf = (bytes: Buffer, field = 'file') => {
    const form = new FormData();
    form.append('note', 'before the file');
    form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'geode.png');
    return form;
  };

  it('stores the file and passes its key to the media service: 201 with the object path', async () => {
    let stored: Buffer | undefined;
    gateway.services.answer({
      'media.ingest': async ({ key }) => {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
        stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
        await s3.send(new DeleteObjectCommand({ Bucket, Key: key }));
        return { objectPath: '/objects/new.jpg', width: 1, height: 1, placeholder: '' };
      },
    });
    const answer = await upload(formOf(small));
    expect([answer.status, answer.json()]).toEqual([201, { objectPath: '/objects/new.jpg' }]);
    expect(stored?.equals(small)).toBe(true);
    const key = expect.stringMatching(/^incoming\/[0-9a-f-]{36}$/) as string;
    expect(gateway.asked('media.ingest')).toEqual([{ key, variants: true, keepOriginal: true }]);
  });

  it('accepts less than 10 MB, refuses exactly 10 MB with 413, and deletes the refused file', async () => {
    const before = await incoming();
    expect((await upload(formOf(Buffer.alloc(LIMIT - 1, 1)))).status).toBe(201);
    const answer = await upload(formOf(Buffer.alloc(LIMIT, 1)));
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'TOO_LARGE', message: 'File size must be less than 10MB' });
    expect(gateway.asked('media.ingest')).toHaveLength(1);
    // the fake media service does not delete the file, as the real one does
    expect((await incoming()).length).toBe(before.length + 1);
  });

  it('is 415 with the message of the media service, and deletes the file', async () => {
    gateway.services.answer({ 'media.ingest': refuse('UNSUPPORTED_IMAGE', 'This is not a picture.') });
    const before = await incoming();
    const answer = await upload(formOf(Buffer.from('<svg/>')));
    expect([answer.status, answer.json().code]).toEqual([415, 'UNSUPPORTED_IMAGE']);
    expect(await incoming()).toEqual(before);
  });

  it.each([
    ['another field', () => upload(formOf(small, 'picture'))],
    ['an empty form', () => upload(new FormData())],
    ['JSON', () => upload('{}', { 'content-type': 'application/json' })],
    ['nothing', () => upload(undefined)],
  ])('is 400 for %s', async (_name, send) => {
    const answer = await send();
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'file' }] });
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=other'])(
    'is 400 for a form that cannot be read: %s',
    async (type) => {
      const answer = await upload('--x\r\nContent-Dispos', { 'content-type': type });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', details: [brokeOff] });
    },
  );

  it('is 400 for a truncated upload, and deletes the file', async () => {
    const before = await incoming();
    const raw = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf of it';
    const answer = await upload(raw, { 'content-type': 'multipart/form-data; boundary=x' });
    expect([answer.status, answer.json().details]).toEqual([400, [brokeOff]]);
    expect(await incoming()).toEqual(before);
  });

  it('passes an empty file on, which the media service refuses', async () => {
    expect((await upload(formOf(Buffer.alloc(0)))).status).toBe(201);
    expect(gateway.asked('media.ingest')).toHaveLength(1);
  });

  it('accepts 50 at once, handles four at a time, and is 503 if a hundred wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let inHand = 0;
    let most = 0;
    gateway.services.answer({
      'media.ingest': async () => {
        most = Math.max(most, (inHand += 1));
        await promise;
        inHand -= 1;
        return { objectPath: '/objects/new.jpg', width: 1, height: 1, placeholder: '' };
      },
    });
    const uploads = Array.from({ length: 105 }, () => upload(formOf(small)));
    const first = await Promise.race(uploads);
    resolve();
    expect(first.status).toBe(503);
    expect(first.headers.get('retry-after')).not.toBeNull();
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(104);
    expect(most).toBeLessThanOrEqual(4);
  });
});
