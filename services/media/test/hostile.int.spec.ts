import sharp, { type Sharp } from 'sharp';
import type { Picture } from '@geodes/contracts';
import * as corpus from './corpus.js';
import { type MediaProcess, startMediaProcess } from './media-under-test.js';

/** The process, one picture of 52 megapixels beside one of 16 (see ImageQueue), and memory that malloc retains. */
const MAX_MB = 900;
/** Of processor time. */
const MAX_REFUSAL_SECONDS = 2;
/** Largest accepted mean difference of a channel, out of 255. */
const CLOSE = 3;

let media: MediaProcess;
beforeAll(async () => {
  media = await startMediaProcess();
});
afterAll(async () => {
  process.stderr.write(`hostile uploads: ${media.peakMb()} MB at the peak in the media process\n`);
  await media.stop();
});
afterEach(() => expect(media.peakMb()).toBeLessThan(MAX_MB));

const rgb = (image: Buffer | Sharp): Promise<Buffer> =>
  (Buffer.isBuffer(image) ? sharp(image) : image).toColourspace('srgb').removeAlpha().raw().toBuffer();

const ingest = (source: Buffer) => media.ingest(source, true);
const bytesOf = async (picture: Picture) => (await media.locate(picture, { format: 'original' })).body;

/** Ingests a picture and returns the stored one. */
const stored = async (source: Buffer): Promise<Buffer> => {
  const kept = await bytesOf(await ingest(source));
  const { space, depth, channels, icc } = await sharp(kept).metadata();
  expect({ space, depth, channels, icc }).toEqual({ space: 'srgb', depth: 'uchar', channels: 3 });
  return kept;
};

const difference = async (kept: Buffer, source: Buffer | Sharp): Promise<number> => {
  const [a, b] = await Promise.all([rgb(kept), rgb(source)]);
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
};

it.each<[string, () => Promise<Buffer>]>([
  ...corpus.FORMATS.map((format): [string, () => Promise<Buffer>] => [
    `a ${format} whose header claims a huge size`,
    corpus.saysTooMuch[format],
  ]),
  ['a JPEG whose header claims 54 megapixels', () => corpus.jpegOf(9_000, 6_000)],
])('refuses %s with a message and little work', async (_name, make) => {
  const bytes = await make();
  const before = media.cpuSeconds();
  const message = 'This picture has too many pixels. Please make it smaller than 52 megapixels.';
  await expect(ingest(bytes)).rejects.toMatchObject({ code: 'UNSUPPORTED_IMAGE', message });
  expect(media.cpuSeconds() - before).toBeLessThan(MAX_REFUSAL_SECONDS);
});

describe('a hostile picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('loses the GPS data of a %s', async (format) => {
    const taken = await corpus.withGps(corpus.photograph(), format);
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const kept = await stored(taken);
    const { exif, xmp, iptc } = await sharp(kept).metadata();
    expect({ exif, xmp, iptc }).toEqual({});
    expect(kept.includes('Somebody')).toBe(false);
  });

  it.each(['gif', 'webp'] as const)('is reduced to its first frame if it is an animated %s', async (format) => {
    const moving = await corpus.animated(format);
    expect(await sharp(moving).metadata()).toMatchObject({ pages: 3 });
    const picture = await ingest(moving);
    expect(picture).toMatchObject({ width: 60, height: 60 });
    const kept = await bytesOf(picture);
    expect((await sharp(kept).metadata()).pages ?? 1).toBe(1);
    const [r = 0, g = 0] = await rgb(sharp(kept).resize(1, 1));
    expect(r).toBeGreaterThan(g + 100);
  });

  it('is ingested if it is an animation of thousands of frames', async () => {
    expect(await ingest(await corpus.manyFrames(5_000))).toMatchObject({ width: 400, height: 300 });
  });

  it.each(['iCCP', 'zTXt'] as const)('needs little memory if it is a PNG whose %s expands to 300 MB', async (type) => {
    const before = media.peakMb();
    await ingest(await corpus.fatChunk(type)).catch((error: unknown) => {
      expect(error).toMatchObject({
        code: 'UNSUPPORTED_IMAGE',
        message: 'This picture is damaged or incomplete. Please choose another file.',
      });
    });
    expect(media.peakMb() - before).toBeLessThan(250);
  });
});

describe('a stored picture', () => {
  it.each(corpus.FORMATS)('looks like its source: a %s', async (format) => {
    const source = await corpus.photograph().toFormat(format).toBuffer();
    expect(await difference(await stored(source), source)).toBeLessThan(CLOSE);
  });

  it.each(['webp', 'avif'] as const)('looks like its source in a narrower copy as %s', async (format) => {
    const source = await corpus.photograph(640, 480).png().toBuffer();
    const picture = await ingest(source);
    const { body } = await media.locate(picture, { format, width: 320 });
    expect(await difference(body, sharp(source).resize(320))).toBeLessThan(CLOSE);
  });

  it('looks like its source with 16 bits a channel', async () => {
    const deep = await corpus.photograph().toColourspace('rgb16').png().toBuffer();
    expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' });
    expect(await difference(await stored(deep), corpus.photograph())).toBeLessThan(CLOSE);
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'has the converted colours of a %s in Display P3',
    async (format) => {
      const wide = await corpus.photograph().withIccProfile('p3').toFormat(format, { quality: 95 }).toBuffer();
      expect((await sharp(wide).metadata()).icc).toBeDefined();
      // without its profile it looks duller, which the difference shows
      const ignored = sharp(await sharp(wide, { ignoreIcc: true }).removeAlpha().raw().toBuffer(), {
        raw: { width: 300, height: 240, channels: 3 },
      });
      expect(await difference(await ignored.png().toBuffer(), corpus.photograph())).toBeGreaterThan(CLOSE);
      expect(await difference(await stored(wide), corpus.photograph())).toBeLessThan(CLOSE);
    },
  );

  it('looks like its source in CMYK', async () => {
    const printed = await corpus.photograph().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect(await sharp(printed).metadata()).toMatchObject({ space: 'cmyk' });
    const kept = await stored(printed);
    expect(await difference(kept, printed)).toBeLessThan(CLOSE);
    expect(await difference(kept, corpus.photograph())).toBeLessThan(20);
  });

  it.each([2, 3, 4, 5, 6, 7, 8])('is upright if its source has orientation %i', async (orientation) => {
    const held = await corpus.photograph(200, 120).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const picture = await ingest(held);
    expect(picture).toMatchObject(orientation > 4 ? { width: 120, height: 200 } : { width: 200, height: 120 });
    const kept = await bytesOf(picture);
    expect((await sharp(kept).metadata()).orientation).toBeUndefined();
    expect(await difference(kept, sharp(held).autoOrient())).toBeLessThan(CLOSE);
  });
});

it('responds to 50 concurrent uploads, valid and invalid', async () => {
  const good = await corpus.photograph().jpeg().toBuffer();
  const bad = await corpus.saysTooMuch.jpeg();
  const uploads = Array.from({ length: 50 }, (_, index) => ingest(index % 2 ? bad : good));
  const outcomes = await Promise.allSettled(uploads);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.every(({ reason }) => (reason as { code: string }).code === 'UNSUPPORTED_IMAGE')).toBe(true);
});

it('decodes three concurrent photographs of 50 megapixels one by one', async () => {
  const create = { width: 8_600, height: 5_800, channels: 3 as const, background: '#864' };
  const bytes = await sharp({ create }).jpeg().toBuffer();
  const taken = await Promise.all([ingest(bytes), ingest(bytes), ingest(bytes)]);
  expect(taken.every(({ width }) => width === 6_000)).toBe(true);
}, 180_000);

it.each([
  ['an AVIF of 24 megapixels', 'avif', 1],
  ['a PNG of 24 megapixels with 16 bits a channel', 'png', 2],
] as const)(
  'ingests %s',
  async (_name, format, bytes) => {
    const create = { width: 6_000, height: 4_000, channels: 3 as const, background: '#864' };
    const flat = sharp({ create }).toColourspace(bytes === 2 ? 'rgb16' : 'srgb');
    const options = format === 'avif' ? { effort: 0, quality: 1 } : { compressionLevel: 1 };
    expect(await ingest(await flat.toFormat(format, options).toBuffer())).toMatchObject({ width: 6_000 });
  },
  180_000,
);

it('refuses an AVIF whose decoder needs more memory than a photograph of 52 megapixels', async () => {
  const message = 'This picture has too many pixels. Please make it smaller than 27 megapixels.';
  const avif = await corpus.avifOf(6_500, 5_000);
  await expect(ingest(avif)).rejects.toMatchObject({ code: 'UNSUPPORTED_IMAGE', message });
});
