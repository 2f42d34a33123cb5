import { type Design, DESIGNS } from './catalogue/design.js';
import { listings } from './catalogue/listing.js';
import { SHOWCASE } from './catalogue/showcase.js';
import { type PictureOrder, pictureName } from './rendering/picture-order.js';
import type { Report } from './report.js';
import type { SeedRecord } from './seed-record.js';
import type { PicturedListing } from './shop/shop.js';

/** What filling needs of the world; methods are safe to call twice. */
export interface Needs {
  draw(order: PictureOrder): Promise<Uint8Array>;
  /** Returns the object path. */
  keep(jpeg: Uint8Array, variants: boolean): Promise<string>;
  /** From how many sides at most a stone is drawn. */
  views: number;
  /** From here on nobody waits for the pictures, and people may be buying. */
  stepBack(): void;
  shop: {
    list(batch: PicturedListing[]): Promise<void>;
    addPictures(id: string, pictures: string[]): Promise<void>;
    show(piece: (typeof SHOWCASE)[number], images: string[]): Promise<void>;
  };
}

const BATCH = 250;

/**
 * Fills an empty catalogue, from the top to the bottom: each drawn stone on sale as soon as its first picture is there,
 * then what repeats their pictures, then the showcase, then the further views. Killed anywhere and called again with
 * the same record it continues; nothing is listed twice.
 */
export async function fillCatalogue(
  record: SeedRecord,
  { draw, keep, shop, views, stepBack }: Needs,
  report: Report,
): Promise<void> {
  const all = listings(record.count, record.startedAt).map((listing, n) => ({ listing, n }));
  const drawn = all.slice(0, DESIGNS);

  const picture = async (order: PictureOrder, variants: boolean): Promise<string> => {
    const name = pictureName(order);
    const known = record.picture(name);
    if (known) return known;
    const path = await keep(await draw(order), variants);
    record.keepPicture(name, path);
    return path;
  };
  const firstPicture = async (design: Design) => picture(ordersOf(design, views)[0], true);

  let onSale = drawn.filter(({ n }) => record.isListed(n)).length;
  report.say(onSale === 0 ? `drawing ${drawn.length} geodes` : `continuing: ${onSale} geodes are on sale already`);
  await Promise.all(
    drawn.map(async ({ listing, n }) => {
      if (record.isListed(n)) return;
      await shop.list([{ listing, pictures: [await firstPicture(listing.design)] }]);
      record.keepListed([n]);
      report.progress((onSale += 1), drawn.length, 'geodes are on sale');
    }),
  );

  const repeated = all.slice(DESIGNS).filter(({ n }) => !record.isListed(n));
  for (let from = 0; from < repeated.length; from += BATCH) {
    const batch = repeated.slice(from, from + BATCH);
    const pictured = batch.map(async ({ listing }) => ({ listing, pictures: [await firstPicture(listing.design)] }));
    await shop.list(await Promise.all(pictured));
    record.keepListed(batch.map(({ n }) => n));
    const listed = all.length - repeated.length + from + batch.length;
    report.progress(listed, all.length, 'geodes are on sale');
  }

  stepBack();
  const hidden = SHOWCASE.filter(({ id }) => !record.isShown(id));
  for (const piece of hidden) {
    const { seed, mineral } = piece;
    const shown = piece.views.slice(0, views);
    const images = await Promise.all(shown.map((view) => picture({ of: 'stone', seed, mineral, view }, false)));
    await shop.show(piece, images);
    record.keepShown(piece.id);
  }
  if (hidden.length > 0) report.say(`${SHOWCASE.length} pieces are in the showcase`);

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

/** The pictures of a design, the first one first; at most so many. */
function ordersOf(design: Design, most: number): [PictureOrder, ...PictureOrder[]] {
  if (design.category !== 'individual') return [{ of: design.category, seed: design.seed }];
  const { seed, mineral, views } = design;
  const [first, ...more] = views.slice(0, most).map((view): PictureOrder => ({ of: 'stone', seed, mineral, view }));
  return [first ?? { of: 'stone', seed, mineral, view: 'face' }, ...more];
}
