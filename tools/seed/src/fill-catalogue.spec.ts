import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillCatalogue, pictureName, type SeedDependencies } from './fill-catalogue.js';
import { Report, SeedRecord } from './seed-record.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'seed-fill-'))));
afterEach(() => rmSync(folder, { recursive: true }));

class Killed extends Error {}

/** Makes a shop in memory. After `dieAfter(steps)` every further step fails, as after a kill. */
const shopInMemory = () => {
  const geodes = new Map<string, string[]>();
  const showcase = new Map<string, string[]>();
  const drawn: string[] = [];
  let stepsLeft = Infinity;
  const step = async () => {
    await Promise.resolve();
    stepsLeft -= 1;
    if (stepsLeft < 0) throw new Killed();
  };
  const needs: SeedDependencies = {
    draw: async (order) => {
      await step();
      drawn.push(pictureName(order));
      return Buffer.from(pictureName(order));
    },
    storePicture: async (jpeg) => {
      await step();
      return `/objects/${Buffer.from(jpeg).toString()}`;
    },
    views: 9,
    lowerPriority: () => drawn.push('stepped back'),
    shop: {
      list: async (batch) => {
        await step();
        for (const { listing, pictures } of batch) {
          if (!geodes.has(listing.id)) geodes.set(listing.id, pictures);
        }
      },
      addPictures: async (id, pictures) => {
        await step();
        if (geodes.has(id)) geodes.set(id, pictures);
      },
      show: async ({ id }, images) => {
        await step();
        showcase.set(id, images);
      },
    },
  };
  return { geodes, showcase, drawn, needs, dieAfter: (steps: number) => (stepsLeft = steps) };
};

const quiet = new Report(() => undefined);

test('every geode has its own pictures, and single geodes have several views', async () => {
  const shop = shopInMemory();
  await fillCatalogue(SeedRecord.begin(folder, 48, 0), shop.needs, quiet);
  const pictures = [...shop.geodes.values()];
  expect(pictures).toHaveLength(48);
  expect(new Set(pictures.map(([first]) => first)).size).toBe(48);
  expect(pictures.filter((list) => list.length === 4)).toHaveLength(44);
  expect(shop.showcase.size).toBe(5);
  expect(new Set(shop.drawn).size).toBe(shop.drawn.length);
  expect(SeedRecord.find(folder)!.complete).toBe(true);
});

test('no geode has more pictures than the configured number of views', async () => {
  const shop = shopInMemory();
  await fillCatalogue(SeedRecord.begin(folder, 48, 0), { ...shop.needs, views: 2 }, quiet);
  expect(Math.max(...[...shop.geodes.values(), ...shop.showcase.values()].map((list) => list.length))).toBe(2);
});

test('first pictures are drawn before all others, and the others are drawn at lower priority', async () => {
  const shop = shopInMemory();
  await fillCatalogue(SeedRecord.begin(folder, 48, 0), shop.needs, quiet);
  const firsts = new Set([...shop.geodes.values()].map(([first]) => first!.replace('/objects/', '')));
  expect(new Set(shop.drawn.slice(0, 48))).toEqual(firsts);
  expect(shop.drawn[48]).toBe('stepped back');
});

test('a seed killed at any step continues in the next run without duplicates', async () => {
  const whole = shopInMemory();
  await fillCatalogue(SeedRecord.begin(folder, 60, 0), whole.needs, quiet);
  const other = mkdtempSync(join(tmpdir(), 'seed-fill-'));
  const shop = shopInMemory();
  SeedRecord.begin(other, 60, 0);
  let runs = 0;
  for (let steps = 1; !SeedRecord.find(other)!.complete; steps += 13) {
    shop.dieAfter(steps);
    await fillCatalogue(SeedRecord.find(other)!, shop.needs, quiet).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    await new Promise(setImmediate); // lets pending steps end
    runs += 1;
  }
  rmSync(other, { recursive: true });
  expect(runs).toBeGreaterThan(5);
  expect(shop.geodes).toEqual(whole.geodes);
  expect(shop.showcase).toEqual(whole.showcase);
});

test('a geode that the owner has deleted is not listed again', async () => {
  const shop = shopInMemory();
  SeedRecord.begin(folder, 12, 0);
  shop.dieAfter(60);
  await fillCatalogue(SeedRecord.find(folder)!, shop.needs, quiet).catch(() => undefined);
  await new Promise(setImmediate);
  const [deleted] = shop.geodes.keys();
  shop.geodes.delete(deleted!);
  shop.dieAfter(Infinity);
  await fillCatalogue(SeedRecord.find(folder)!, shop.needs, quiet);
  expect(shop.geodes.has(deleted!)).toBe(false);
  expect(shop.geodes.size).toBe(11);
});

test('10,000 geodes share the pictures of 48', async () => {
  const shop = shopInMemory();
  await fillCatalogue(SeedRecord.begin(folder, 10_000, 0), shop.needs, quiet);
  expect(shop.geodes.size).toBe(10_000);
  expect(new Set([...shop.geodes.values()].map(([first]) => first)).size).toBe(48);
});
