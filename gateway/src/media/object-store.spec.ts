import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { GatewayConfig } from '../config.js';
import { ObjectStore } from './object-store.js';

/** Timers of the store run this many times faster: a minute is 300 ms. */
const SPEED = 200;
const seconds = (count: number) => sleep((count * 1_000) / SPEED);

const picture = new PassThrough();
const s3 = {
  send: () => Promise.resolve({ Body: picture }),
  config: { endpoint: () => Promise.resolve({ hostname: 's3.test', protocol: 'http:' }) },
} as unknown as S3Client;
const store = new ObjectStore(s3, s3, { S3_BUCKET: 'pictures' } as GatewayConfig);

beforeEach(() => {
  const { setTimeout: real } = globalThis;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0) => real(run, ms / SPEED)) as never);
});
afterEach(() => jest.restoreAllMocks());

it('a picture on a slow line is stored as long as the panel waits for it', async () => {
  const bytes = new PassThrough();
  const outcome = store.put('incoming/a', bytes).then(
    () => 'stored',
    (error: unknown) => error,
  );
  for (let sent = 0; sent < 180; sent += 20) {
    bytes.write('x');
    await seconds(20);
  }
  bytes.end();
  expect(await outcome).toBe('stored');
});

it('an upload is UNAVAILABLE a minute after its last byte', async () => {
  const bytes = new PassThrough();
  bytes.write('x');
  await expect(store.put('incoming/a', bytes)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('a picture that a browser reads slowly is sent for five minutes at most', async () => {
  await store.stream('pictures/a');
  await seconds(200);
  expect(picture.destroyed).toBe(false);
  await once(picture, 'close');
  expect(picture.destroyed).toBe(true);
});
