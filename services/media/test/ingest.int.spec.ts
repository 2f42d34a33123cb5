import sharp from 'sharp';
import type { Picture } from '@geodes/contracts';
import * as corpus from './corpus.js';
import { mediaForTests } from './media-under-test.js';

describe('an ingest', () => {
  const media = mediaForTests();

  const bytesOf = async (picture: Picture) => (await media.locate(picture, { format: 'original' })).body;

  it.each(corpus.FORMATS)('ingests a %s at its original size', async (format) => {
    const picture = await media.ingest(await corpus.encoded(format));
    expect(picture).toMatchObject({ width: 120, height: 90 });
    expect(picture.objectPath).toMatch(/^\/objects\/[0-9a-f]{32}\.jpg$/);
    expect(picture.placeholder).toMatch(/^data:image\/png;base64,/);
    expect(picture.placeholder.length).toBeLessThan(500);
    const meta = await sharp(await bytesOf(picture)).metadata();
    expect(meta).toMatchObject({ format: 'jpeg', width: 120, height: 90, space: 'srgb' });
  });

  describe('an upload', () => {
    const damagedPixels = async () => {
      const jpeg = await corpus.picture(400, 300).jpeg({ quality: 95 }).toBuffer();
      // the picture data is cut off, the end marker is present
      return Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])]);
    };
    it.each<[string, () => Buffer | Promise<Buffer>]>([
      ['a text file', () => Buffer.from('not a picture')],
      ['a PNG with rows missing', corpus.missingRows],
      ['a JPEG with incomplete picture data', damagedPixels],
    ])('is refused and deleted if it is %s, with the same error for a repeated command', async (_name, make) => {
      const key = await media.upload(await make());
      const refusal = { code: 'UNSUPPORTED_IMAGE', message: expect.any(String) };
      await expect(media.bus.call('media.ingest', { key })).rejects.toMatchObject(refusal);
      expect(await media.store.get(key)).toBeNull();
      await expect(media.bus.call('media.ingest', { key })).rejects.toMatchObject(refusal);
    });

    it('is refused as too large from 10 MB', async () => {
      const key = await media.upload(Buffer.alloc(10 * 1024 * 1024));
      const message = 'File size must be less than 10MB';
      await expect(media.bus.call('media.ingest', { key })).rejects.toMatchObject({ code: 'TOO_LARGE', message });
      expect(await media.store.get(key)).toBeNull();
    });

    it('is not found if nothing is stored under its key', async () => {
      const call = media.bus.call('media.ingest', { key: 'incoming/nothing' });
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('is refused if its key is outside incoming', async () => {
      const call = media.bus.call('media.ingest', { key: 'pictures/somebody' });
      await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    });
  });

  it('keeps transparency, as WebP', async () => {
    const hole = {
      create: { width: 50, height: 40, channels: 4 as const, background: { r: 9, g: 99, b: 9, alpha: 0.3 } },
    };
    const picture = await media.ingest(await sharp(hole).png().toBuffer());
    expect(picture.objectPath).toMatch(/\.webp$/);
    expect(await sharp(await bytesOf(picture)).metadata()).toMatchObject({ format: 'webp', hasAlpha: true });
    const opaque = { create: { ...hole.create, background: { r: 9, g: 99, b: 9, alpha: 1 } } };
    expect((await media.ingest(await sharp(opaque).png().toBuffer())).objectPath).toMatch(/\.jpg$/);
  });

  it('reduces the longest side to 6,000 pixels', async () => {
    const wide = sharp({ create: { width: 6_400, height: 320, channels: 3, background: '#847' } });
    expect(await media.ingest(await wide.jpeg().toBuffer())).toMatchObject({ width: 6_000, height: 300 });
  });

  it('creates one picture for repeated and concurrent commands, and deletes the upload', async () => {
    const key = await media.upload(await corpus.picture(200, 100).jpeg().toBuffer());
    const twice = await Promise.all([media.bus.call('media.ingest', { key }), media.bus.call('media.ingest', { key })]);
    const again = await media.bus.call('media.ingest', { key });
    expect(twice).toEqual([again, again]);
    expect(await media.store.get(key)).toBeNull();
  });

  it('stores the same picture once if it is uploaded twice', async () => {
    const bytes = await corpus.picture(210, 100).jpeg().toBuffer();
    const first = await media.ingest(bytes);
    expect(await media.ingest(bytes)).toEqual(first);
  });

  it('deletes an upload that was not ingested after a day', async () => {
    const key = await media.upload(Buffer.from('forgotten'));
    const hours = (n: number) => Date.now() + n * 60 * 60_000;
    await media.sweep.sweep(hours(23));
    expect(await media.store.get(key)).not.toBeNull();
    await media.sweep.sweep(hours(25));
    expect(await media.store.get(key)).toBeNull();
  });
});

describe('the service', () => {
  const media = mediaForTests();

  it('creates the schema that the entities describe', async () => {
    const { upQueries } = await media.database.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('reverts the last migration and runs it again', async () => {
    await media.database.undoLastMigration();
    await media.database.runMigrations();
    expect(await media.database.query('SELECT count(*)::int AS pictures FROM picture')).toEqual([{ pictures: 0 }]);
  });

  it('is ready while the database, the object store and NATS respond', async () => {
    const { statusCode, body } = await media.app.inject({ url: '/health/ready' });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ok' }]);
  });
});
