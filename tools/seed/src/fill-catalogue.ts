import type { Mineral } from './art/minerals.js';
import type { View } from './art/views.js';
import { type Design, DESIGNS, listings } from './catalogue/listing.js';
import { SHOWCASE } from './catalogue/showcase.js';
import type { Report, SeedRecord } from './seed-record.js';
import type { Shop } from './shop/shop.js';

/** A picture to draw; plain data, so that it can be sent to a worker. */
export type PictureOrder =
  { of: 'geode'; seed: string; mineral: Mineral; view: View } | { of: 'gift-box' | 'mystery-pack'; seed: string };

/** Returns the stable name of a picture in the seed record. */
export const pictureName = (order: PictureOrder): string =>
  order.of === 'geode' ? `${order.mineral}/${order.seed}/${order.view}` : `${order.of}/${order.seed}`;

/** The seed's access to rendering and the shop. All methods are idempotent. */
export interface SeedDependencies {
  draw(order: PictureOrder): Promise<Uint8Array>;
  /** Returns the object path. */
  storePicture(jpeg: Uint8Array, variants: boolean): Promise<string>;
  /** Maximum number of views per geode. */
  views: number;
  /** Called when all geodes are on sale: the remaining pictures are not urgent, and people may be buying. */
  lowerPriority(): void;
  shop: Pick<Shop, 'list' | 'addPictures' | 'show'>;
}

const BATCH = 250;

/**
 * Fills an empty catalogue. Lists each drawn geode as soon as its first picture exists, then listings that repeat these
 * pictures, then the showcase, then further views. A killed run can be resumed with the same record; nothing is listed
 * twice.
 */
export async function fillCatalogue(
  record: SeedRecord,
  { draw, storePicture, shop, views, lowerPriority }: SeedDependencies,
  report: Report,
): Promise<void> {
  const all = listings(record.count, record.startedAt).map((listing, n) => ({ listing, n }));
  const drawn = all.slice(0, DESIGNS);

  const picture = async (order: PictureOrder, variants: boolean): Promise<string> => {
    const name = pictureName(order);
    const known = record.picture(name);
    if (known) return known;
    const path = await storePicture(await draw(order), variants);
    record.savePicture(name, path);
    return path;
  };
  const firstPicture = async (design: Design) => picture(ordersOf(design, views)[0], true);

  let onSale = drawn.filter(({ n }) => record.isListed(n)).length;
  report.log(onSale === 0 ? `drawing ${drawn.length} geodes` : `continuing: ${onSale} geodes are on sale already`);
  await Promise.all(
    drawn.map(async ({ listing, n }) => {
      if (record.isListed(n)) return;
      await shop.list([{ listing, pictures: [await firstPicture(listing.design)] }]);
      record.saveListed([n]);
      report.progress((onSale += 1), drawn.length, 'geodes are on sale');
    }),
  );

  const repeated = all.slice(DESIGNS).filter(({ n }) => !record.isListed(n));
  for (let from = 0; from < repeated.length; from += BATCH) {
    const batch = repeated.slice(from, from + BATCH);
    const pictured = batch.map(async ({ listing }) => ({ listing, pictures: [await firstPicture(listing.design)] }));
    await shop.list(await Promise.all(pictured));
    record.saveListed(batch.map(({ n }) => n));
    const listed = all.length - repeated.length + from + batch.length;
    report.progress(listed, all.length, 'geodes are on sale');
  }

  lowerPriority();
  const hidden = SHOWCASE.filter(({ id }) => !record.isShown(id));
  for (const item of hidden) {
    const { seed, mineral } = item;
    const shown = item.views.slice(0, views);
    const images = await Promise.all(shown.map((view) => picture({ of: 'geode', seed, mineral, view }, false)));
    await shop.show(item, images);
    record.saveShown(item.id);
  }
  if (hidden.length > 0) report.log(`${SHOWCASE.length} items are in the showcase`);

  const withViews = drawn.filter(({ listing }) => ordersOf(listing.design, views).length > 1);
  let complete = 0;
  await Promise.all(
    withViews.map(async ({ listing }) => {
      const orders = ordersOf(listing.design, views);
      const pictures = await Promise.all(orders.map((order) => picture(order, false)));
      await shop.addPictures(listing.id, pictures);
      report.progress((complete += 1), withViews.length, 'geodes are shown from every side');
    }),
  );
  record.finish();
}

/** Returns the pictures of a design in order, at most `most`. */
function ordersOf(design: Design, most: number): [PictureOrder, ...PictureOrder[]] {
  if (design.category !== 'individual') return [{ of: design.category, seed: design.seed }];
  const { seed, mineral, views } = design;
  const [first, ...more] = views.slice(0, most).map((view): PictureOrder => ({ of: 'geode', seed, mineral, view }));
  return [first ?? { of: 'geode', seed, mineral, view: 'face' }, ...more];
}
