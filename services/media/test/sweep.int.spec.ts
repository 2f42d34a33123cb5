import { type FakeService, fakeService, testServers } from '@geodes/testing';
import type { Picture as PictureReply } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import * as corpus from './corpus.js';
import { Picture } from '../src/pictures/picture.entity.js';
import { PictureSweep } from '../src/pictures/picture-sweep.js';
import { VariantService } from '../src/pictures/variant.service.js';
import { mediaForTests } from './media-under-test.js';

const HOUR = 60 * 60_000;
const inHours = (hours: number) => Date.now() + hours * HOUR;

const media = mediaForTests();
/** Faked: catalog and orders, with the pictures they use. */
let others: FakeService;
let shown: Set<string>;
let ordered: Set<string>;
let sweep: PictureSweep;

beforeAll(async () => {
  others = await fakeService((await testServers()).nats, {
    'catalog.used-pictures': showing,
    'orders.used-pictures': has,
  });
  sweep = media.app.get(PictureSweep);
});
afterAll(() => others.stop());
beforeEach(async () => {
  shown = new Set();
  ordered = new Set();
  others.answer({ 'catalog.used-pictures': showing, 'orders.used-pictures': has });
  await media.database.query('DELETE FROM picture');
});

const showing = ({ names }: { names: string[] }) => ({ used: names.filter((name) => shown.has(name)) });
const has = ({ names }: { names: string[] }) => ({ used: names.filter((name) => ordered.has(name)) });
const nameOf = ({ objectPath }: PictureReply) => objectPath.replace('/objects/', '');

let shade = 0;
const uploaded = async (): Promise<PictureReply> => {
  const picture = corpus.picture(400, 200).tint({ r: (shade += 9), g: 99, b: 9 });
  return media.ingest(await picture.jpeg().toBuffer(), true);
};
const isThere = ({ objectPath }: PictureReply) => media.database.manager.existsBy(Picture, { objectPath });
const objects = async () => (await media.store.list('pictures/', 1_000)).map(({ key }) => key);

it('deletes an unused picture after a day, with its copies and its original', async () => {
  const picture = await uploaded();
  const row = await media.database.manager.findOneByOrFail(Picture, { objectPath: picture.objectPath });
  const folder = row.objectKey.slice(0, row.objectKey.lastIndexOf('/') + 1);
  const its = async () => (await objects()).filter((key) => key.startsWith(folder));
  expect((await its()).sort()).toEqual(
    [`${folder}320.webp`, `${folder}400.webp`, row.objectKey, `${folder}original`].sort(),
  );
  expect(await sweep.sweep(inHours(0))).toBe(0);
  expect(await sweep.sweep(inHours(23.9))).toBe(0);
  expect(await isThere(picture)).toBe(true);
  expect(await sweep.sweep(inHours(24.1))).toBe(1);
  expect(await isThere(picture)).toBe(false);
  expect(await its()).toEqual([]);
  await expect(media.locate(picture, { format: 'original' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('keeps a picture younger than a day, also after a run with a wrong clock', async () => {
  const picture = await uploaded();
  await sweep.sweep(inHours(-48));
  expect(await sweep.sweep(inHours(1))).toBe(0);
  expect(await isThere(picture)).toBe(true);
});

it('keeps an old picture for another day after it is first found unused', async () => {
  const picture = await uploaded();
  expect(await sweep.sweep(inHours(1_000))).toBe(0);
  expect(await isThere(picture)).toBe(true);
});

it.each([
  ['a geode or a showcase item', () => shown],
  ['an order', () => ordered],
])('keeps a picture of %s until a day after it is removed there', async (_name, where) => {
  const picture = await uploaded();
  where().add(nameOf(picture));
  await sweep.sweep(inHours(0));
  expect(await sweep.sweep(inHours(100))).toBe(0);
  where().clear();
  expect(await sweep.sweep(inHours(101))).toBe(0);
  where().add(nameOf(picture));
  expect(await sweep.sweep(inHours(120))).toBe(0);
  where().clear();
  expect(await sweep.sweep(inHours(130))).toBe(0);
  expect(await sweep.sweep(inHours(155))).toBe(1);
});

it('treats a picture that is uploaded again as new', async () => {
  const bytes = await corpus.picture(333, 100).jpeg().toBuffer();
  const picture = await media.ingest(bytes);
  await media.database.query("UPDATE picture SET uploaded_at = now() - interval '9 days'");
  await sweep.sweep(inHours(-48));
  await media.ingest(bytes);
  expect(await sweep.sweep(inHours(0))).toBe(0);
  expect(await isThere(picture)).toBe(true);
});

it('accepts a deleted picture again', async () => {
  const bytes = await corpus.picture(334, 100).jpeg().toBuffer();
  const picture = await media.ingest(bytes, true);
  await sweep.sweep(inHours(0));
  expect(await sweep.sweep(inHours(25))).toBe(1);
  expect(await media.ingest(bytes, true)).toEqual(picture);
  expect((await media.locate(picture, { format: 'webp', width: 320 })).body.length).toBeGreaterThan(0);
});

it.each(['catalog.used-pictures', 'orders.used-pictures'] as const)(
  'deletes nothing while %s gets no reply',
  async (subject) => {
    const picture = await uploaded();
    await sweep.sweep(inHours(0));
    others.answer({
      [subject]: () => {
        throw new AppError('UNAVAILABLE', 'away');
      },
    });
    await expect(sweep.sweep(inHours(48))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await isThere(picture)).toBe(true);
    expect((await media.locate(picture, { format: 'original' })).body.length).toBeGreaterThan(0);
  },
);

it('checks a thousand pictures per run, others in the next, and 500 per query', async () => {
  await media.database.query(`
    INSERT INTO picture (id, object_path, object_key, incoming_key, content_type, bytes, width, height, sha256, placeholder)
    SELECT md5(n::text), '/objects/' || md5(n::text) || '.jpg', 'pictures/none/' || n, '', 'image/jpeg', 1, 1, 1, '', ''
    FROM generate_series(1, 1500) n`);
  others.asked.length = 0;
  await sweep.sweep(inHours(0));
  await sweep.sweep(inHours(0));
  const asked = others.asked
    .filter(({ subject }) => subject === 'catalog.used-pictures')
    .map(({ request }) => (request as { names: string[] }).names);
  expect(asked.map(({ length }) => length)).toEqual([500, 500, 500, 500]);
  expect(new Set(asked.flat()).size).toBe(1_500);
});

it('leaves no copy of a picture that is deleted while the copy is made', async () => {
  const { objectPath } = await uploaded();
  const row = await media.database.manager.findOneByOrFail(Picture, { objectPath });
  const bytes = await media.store.get(row.objectKey);
  await media.database.query('DELETE FROM picture');
  const before = await objects();
  const copied = media.app.get(VariantService).create(row, { format: 'webp', width: 160 }, bytes!);
  await expect(copied).rejects.toThrow('variant_picture');
  expect(await objects()).toEqual(before);
});

it('deletes after a day what a killed upload stored', async () => {
  await uploaded();
  const before = await objects();
  const left = async () => (await objects()).filter((key) => !before.includes(key)).length;
  // fails the ingest after its objects are stored, as a kill does
  await media.database.query('ALTER TABLE picture ADD CONSTRAINT killed CHECK (false) NOT VALID');
  await expect(uploaded()).rejects.toThrow();
  await media.database.query('ALTER TABLE picture DROP CONSTRAINT killed');
  await sweep.sweep();
  expect(await left()).toBe(2);
  await media.database.query("UPDATE unfinished_object SET started_at = started_at - interval '1 day'");
  await sweep.sweep();
  expect(await left()).toBe(0);
  expect(await objects()).toEqual(before);
});

it('deletes no more when its process stops', async () => {
  const key = await media.upload(Buffer.from('forgotten'));
  for (const name of ['one', 'two'])
    await media.database.query("INSERT INTO discarded_object (key) VALUES ('pictures/left/' || $1)", [name]);
  expect(await media.sweep.sweep(inHours(25), () => true)).toBe(0);
  expect(await media.store.get(key)).not.toBeNull();
  let asked = 0;
  await sweep.sweep(inHours(0), () => (asked += 1) > 1);
  expect(await media.database.query('SELECT * FROM discarded_object')).toHaveLength(1);
});

it('deletes the objects that an interrupted run left', async () => {
  await media.store.put('pictures/left/behind', Buffer.from('x'), 'image/jpeg');
  await media.database.query("INSERT INTO discarded_object (key) VALUES ('pictures/left/behind')");
  await sweep.sweep();
  expect(await objects()).not.toContain('pictures/left/behind');
  expect(await media.database.query('SELECT * FROM discarded_object')).toEqual([]);
});
