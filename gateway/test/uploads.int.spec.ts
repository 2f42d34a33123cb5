import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { IngestImage } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { testServers } from '@geodes/testing';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { fakeServices } from './fake-services.js';

const LIMIT = 10 * 1024 * 1024;
const small = randomBytes(5_000);
const brokeOff = { field: 'file', reason: 'The upload broke off. Please try again.' };
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
});
afterAll(async () => {
  s3.destroy();
  await gateway.stop();
});
beforeEach(() => {
  gateway.services.answer(fakeServices());
  gateway.services.asked.length = 0;
});

const incoming = async () =>
  (await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'incoming/' }))).Contents?.map(({ Key }) => Key) ?? [];

describe('POST /api/objects/upload', () => {
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
        const { GetObjectCommand } = await import('@aws-sdk/client-s3');
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
        stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
        await s3.send(new DeleteObjectCommand({ Bucket, Key: key }));
        return { objectPath: '/objects/new.jpg', width: 1, height: 1, placeholder: '' };
      },
    });
    const answer = await upload(formOf(small));
    expect([answer.status, answer.json()]).toEqual([201, { objectPath: '/objects/new.jpg' }]);
    expect(stored?.equals(small)).toBe(true);
    const command = gateway.services.asked.find(({ subject }) => subject === 'media.ingest')?.request as IngestImage;
    expect(command).toEqual({
      key: expect.stringMatching(/^incoming\/[0-9a-f-]{36}$/) as string,
      variants: true,
      keepOriginal: true,
    });
  });

  it('accepts less than 10 MB, refuses exactly 10 MB with 413, and deletes the refused file', async () => {
    const before = await incoming();
    expect((await upload(formOf(Buffer.alloc(LIMIT - 1, 1)))).status).toBe(201);
    const ingested = gateway.services.asked.filter(({ subject }) => subject === 'media.ingest').length;
    const answer = await upload(formOf(Buffer.alloc(LIMIT, 1)));
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'TOO_LARGE', message: 'File size must be less than 10MB' });
    expect(gateway.services.asked.filter(({ subject }) => subject === 'media.ingest')).toHaveLength(ingested);
    // the fake media service does not delete the file, as the real one does
    expect((await incoming()).length).toBe(before.length + 1);
  });

  it('is 415 with the message of the media service, and deletes the file', async () => {
    gateway.services.answer({
      'media.ingest': () => {
        throw new AppError('UNSUPPORTED_IMAGE', 'This is not a picture.');
      },
    });
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
    expect(gateway.services.asked.filter(({ subject }) => subject === 'media.ingest')).toHaveLength(1);
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
