import sharp from 'sharp';
import type { Picture } from '@geodes/contracts';
import { Variant } from '../src/pictures/picture.entity.js';
import * as corpus from './corpus.js';
import { mediaForTests } from './media-under-test.js';

const media = mediaForTests();

let shade = 0;
/** Ingests a different picture for each call. */
const ingested = async (width = 1_200, variants = false): Promise<Picture> => {
  const picture = corpus.picture(width, 300).tint({ r: (shade += 7), g: 99, b: 9 });
  return media.ingest(await picture.jpeg().toBuffer(), variants);
};

it('creates a narrower WebP on the first request, and stores it', async () => {
  const picture = await ingested();
  const first = await media.locate(picture, { format: 'webp', width: 300 });
  expect(first).toMatchObject({ contentType: 'image/webp', final: true, bytes: first.body.length });
  expect(await sharp(first.body).metadata()).toMatchObject({ format: 'webp', width: 320, height: 80 });
  expect(await media.locate(picture, { format: 'webp', width: 320 })).toEqual(first);
});

it('returns the WebP, not final, until the AVIF exists', async () => {
  const picture = await ingested();
  const first = await media.locate(picture, { format: 'avif', width: 640 });
  expect(first).toMatchObject({ contentType: 'image/webp', final: false });
  let later = first;
  for (let n = 0; n < 100 && !later.final; n++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    later = await media.locate(picture, { format: 'avif', width: 640 });
  }
  expect(later).toMatchObject({ contentType: 'image/avif', final: true });
  expect(await sharp(later.body).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width: 640 });
});

it('creates each copy once for concurrent requests', async () => {
  const picture = await ingested();
  const asked = Array.from({ length: 30 }, () => media.locate(picture, { format: 'webp', width: 960 }));
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
  const id = picture.objectPath.slice('/objects/'.length).split('.')[0];
  expect(await media.database.manager.countBy(Variant, { pictureId: id })).toBe(1);
});

it("prepares the gallery's copies of the owner's picture during the upload", async () => {
  const picture = await ingested(800, true);
  const id = picture.objectPath.slice('/objects/'.length).split('.')[0];
  const made = await media.database.manager.findBy(Variant, { pictureId: id });
  expect(made.map(({ format, width }) => `${width} ${format}`).sort()).toEqual(['320 webp', '640 webp', '800 webp']);
});

it('returns a narrower JPEG to a browser without WebP and AVIF', async () => {
  const found = await media.locate(await ingested(), { format: 'original', width: 160 });
  expect(found).toMatchObject({ contentType: 'image/jpeg', final: true });
  expect(await sharp(found.body).metadata()).toMatchObject({ format: 'jpeg', width: 160 });
});

it('throws NOT_FOUND for an unknown picture and for another extension', async () => {
  const { objectPath } = await ingested(100);
  for (const path of [`${'0'.repeat(32)}.jpg`, objectPath.replace('/objects/', '').replace('.jpg', '.webp')]) {
    const call = media.bus.call('media.locate', { path, format: 'original' });
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

it('returns the placeholders of known pictures', async () => {
  const { objectPath, placeholder } = await ingested(210);
  const name = objectPath.slice('/objects/'.length);
  expect(placeholder).toMatch(/^data:image\/png;base64,/);
  expect(await media.bus.call('media.placeholders', { names: [name, 'x'] })).toEqual({
    placeholders: { [name]: placeholder },
  });
});

it('returns the names of known pictures', async () => {
  const { objectPath } = await ingested(200);
  const name = objectPath.slice('/objects/'.length);
  const otherEnding = name.replace(/\.\w+$/, (ending) => (ending === '.webp' ? '.jpg' : '.webp'));
  const names = ['', 'x', otherEnding, name, '0'.repeat(32) + '.webp'];
  expect(await media.bus.call('media.known-pictures', { names })).toEqual({ known: [name] });
});
