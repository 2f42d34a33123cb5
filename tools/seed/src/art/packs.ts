import type { Part } from './canvas.js';
import { cardBox } from './card-box.js';
import type { Mineral } from './minerals.js';
import type { Scene } from './photograph.js';
import { random, type Random } from './random.js';
import { makeSpecimen } from './specimen.js';
import { strands } from './strands.js';

const UP = -Math.PI / 2;
const GIFT_MINERALS: Mineral[] = ['amethyst', 'quartz', 'calcite', 'chalcedony', 'pyrite', 'quartz'];

/** Six small opened geodes in an open card box, on crinkled paper. */
export function giftBox(seed: string): Scene {
  const r = random(`gift/${seed}`);
  const inside = { x: 0.5, y: 0.745, rx: 0.373, ry: 0.413 };
  return {
    seed,
    floor: -0.09,
    props: [
      cardBox({ x: 0.5, y: 0.745, rx: 0.395, ry: 0.435, wall: 0.02, top: 0.055, floor: -0.08, lid: 0.6 }),
      strands(
        {
          ...inside,
          kind: 'crinkled-paper',
          count: 1900,
          length: 0.13,
          radius: 0.0042,
          low: -0.08,
          high: -0.012,
          arch: 0.02,
          tint: ['#c3ad88', '#f3e9d6'],
        },
        r,
      ),
    ],
    parts: shuffled(GIFT_MINERALS, r).map((mineral, i) => ({
      specimen: makeSpecimen(`${seed}-${i}`, mineral, { coarse: 1.5 }),
      x: 0.318 + (i % 2) * 0.364 + r.bell() * 0.012,
      y: 0.48 + Math.floor(i / 2) * 0.268 + r.bell() * 0.01,
      z: 0.012,
      scale: 0.138 * r.range(0.93, 1.07),
      tilt: r.range(0.15, 0.4),
      lean: UP + r.bell(),
      spin: r.range(0, 6),
    })),
  };
}

const HEAP = [
  { x: 0.34, y: 0.47, scale: 0.2 },
  { x: 0.665, y: 0.54, scale: 0.18 },
  { x: 0.43, y: 0.8, scale: 0.2 },
  { x: 0.71, y: 0.81, scale: 0.115 },
];

/** Four unopened geodes on wood wool. */
export function mysteryPack(seed: string): Scene {
  const r = random(`mystery/${seed}`);
  const flip = r.next() < 0.5;
  const parts = HEAP.map(({ x, y, scale }, i): Part => {
    const specimen = makeSpecimen(`${seed}-${i}`, 'quartz', { closed: true });
    const at = { x: (flip ? 1 - x : x) + r.bell() * 0.012, y: y + r.bell() * 0.012, z: scale * 0.1 };
    const size = scale * r.range(0.93, 1.05);
    return { specimen, ...at, scale: size, tilt: 2.6, lean: r.range(0, 6), spin: r.range(0, 6), whole: true };
  });
  const wool = strands(
    {
      kind: 'wood-wool',
      x: 0.5,
      y: 0.65,
      rx: 0.36,
      ry: 0.39,
      count: 980,
      length: 0.34,
      radius: 0.0034,
      low: -0.09,
      high: -0.015,
      arch: 0.05,
      tint: ['#a98650', '#e9d4a8'],
    },
    r,
  );
  return { seed, floor: -0.1, props: [wool], parts };
}

function shuffled<T>(list: T[], r: Random): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(r.next() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}
