import { createHash } from 'node:crypto';
import { type Mineral, MINERALS } from './minerals.js';
import { mysteryPack } from './packs.js';
import { photograph, type Photograph } from './photograph.js';
import { habitOf, makeSpecimen } from './specimen.js';
import { takeView, VIEWS } from './views.js';

const small = (scene: Parameters<typeof photograph>[0]) => photograph(scene, 120, 150);
const hash = ({ pixels }: Photograph) => createHash('sha256').update(pixels).digest('hex');

/** Returns the mean colour of the middle, where the crystals are. */
function middle({ pixels, width }: Photograph): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = 60; y < 90; y++) {
    for (let x = 45; x < 75; x++) for (let c = 0; c < 3; c++) sum[c]! += pixels[(y * width + x) * 3 + c]! / 900;
  }
  return sum;
}

test('a seed always gives the same picture, regardless of earlier drawings', async () => {
  const draw = () => small(takeView(makeSpecimen('one', 'amethyst'), 'face'));
  const first = hash(await draw());
  await small(mysteryPack('between'));
  expect(hash(await draw())).toBe(first);
  expect(hash(await small(takeView(makeSpecimen('two', 'amethyst'), 'face')))).not.toBe(first);
}, 60_000);

/** Finds a seed of a common colour, excluding smoky quartz and pale amethyst. */
const seedOf = (mineral: Mineral) => {
  const rare = ['smoky', 'warm', 'pale', 'white'];
  return Array.from({ length: 50 }, (_, n) => `seed-${n}`).find(
    (seed) => !rare.includes(habitOf(seed, mineral).variety),
  )!;
};

test('pictures of the five crystal types differ and have the colour of their crystals', async () => {
  const colour: Record<string, [number, number, number]> = {};
  for (const mineral of MINERALS) {
    const seed = seedOf(mineral);
    colour[mineral] = middle(await small(takeView(makeSpecimen(seed, mineral), 'face')));
  }
  const [r, g, b] = colour.amethyst!;
  expect(b).toBeGreaterThan(g + 20);
  expect(r).toBeGreaterThan(g + 10);
  expect(colour.pyrite![0]).toBeGreaterThan(colour.pyrite![2] + 15);
  const spread = (c: [number, number, number]) => Math.max(...c) - Math.min(...c);
  expect(spread(colour.quartz!)).toBeLessThan(spread(colour.amethyst!));
  expect(new Set(Object.values(colour).map((c) => c.map(Math.round).join())).size).toBe(MINERALS.length);
}, 60_000);

test('views of one specimen differ and share the background colour of the site', async () => {
  const specimen = makeSpecimen('views', 'quartz');
  const hashes = new Set<string>();
  for (const view of VIEWS) {
    const photo = await small(takeView(specimen, view));
    hashes.add(hash(photo));
    if (view === 'macro') continue;
    const corner = [...photo.pixels.subarray(0, 3)];
    // #f4efe6, with a tolerance for light and grain
    [0xf4, 0xef, 0xe6].forEach((c, i) => expect(Math.abs(corner[i]! - c)).toBeLessThan(12));
  }
  expect(hashes.size).toBe(VIEWS.length);
}, 60_000);

test('a seed always gives the same pack, and another seed a different one', async () => {
  const a = hash(await small(mysteryPack('a')));
  expect(hash(await small(mysteryPack('a')))).toBe(a);
  expect(hash(await small(mysteryPack('b')))).not.toBe(a);
}, 60_000);
