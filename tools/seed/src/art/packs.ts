import { type Canvas, type Part, type Prop, PROP } from './canvas.js';
import type { Mineral } from './minerals.js';
import { noise2 } from './noise.js';
import type { Scene } from './photograph.js';
import { random, type Random } from './random.js';
import { makeSpecimen } from './specimen.js';
import { clamp, linear, smooth, type Vec3 } from './vectors.js';

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

/** An open card box from above, its lid folded back behind it. Lengths in picture widths. */
interface CardBox {
  x: number;
  y: number;
  /** Half the extent each way. */
  rx: number;
  ry: number;
  wall: number;
  top: number;
  floor: number;
  /** Depth of the lid that shows behind the box; it may run out of the picture. */
  lid: number;
}

function cardBox(box: CardBox): Prop {
  return {
    tint: tint('#94714c', '#cfae86'),
    place(canvas, owner) {
      const { unit } = canvas;
      const y0 = Math.max(1, Math.floor((box.y - box.ry - box.lid) * unit));
      const y1 = Math.min(canvas.h - 1, Math.ceil((box.y + box.ry) * unit) + 1);
      for (let y = y0; y < y1; y++) {
        for (let x = 1; x < canvas.w - 1; x++) {
          const px = x / unit - box.x;
          const py = y / unit - box.y;
          if (py < -box.ry) placeLid(canvas, box, px, py, y * canvas.w + x, owner);
          else placeTray(canvas, box, px, py, y * canvas.w + x, owner);
        }
      }
    },
  };
}

function put({ height, material, detail, owner: owners, unit }: Canvas, k: number, z: number, tone: number, o: number) {
  height[k] = z * unit;
  material[k] = PROP;
  detail[k] = tone;
  owners[k] = o;
}

/** Walls of doubled card, rolled over the rim, with a slot at each corner where they lock. */
function placeTray(canvas: Canvas, box: CardBox, px: number, py: number, k: number, owner: number): void {
  const qx = Math.abs(px) - box.rx;
  const qy = Math.abs(py) - box.ry;
  const inside = -Math.max(qx, qy); // how far within the outer edge
  if (inside < 0) return;
  if (inside > box.wall) {
    // card floor, darker in the corners
    put(canvas, k, box.floor, 0.35 + 0.1 * noise2(px * 40, py * 40), owner);
    return;
  }
  const across = inside / box.wall;
  const roll = 0.006 * Math.sqrt(Math.max(0, 1 - (across * 2 - 1) ** 2));
  const mitre = Math.abs(qx - qy) < 0.0016 ? -0.5 : 0;
  const crease = Math.abs(across - 0.5) < 0.06 ? -0.12 : 0;
  const wear = 0.1 * noise2(px * 9, py * 9) + 0.05 * noise2(px * 60, py * 60);
  put(canvas, k, box.top + roll, 0.92 + wear + mitre + crease, owner);
}

/** The lid: hinge with a crease, then the panel with a printed section of a geode, then its tucked front edge. */
function placeLid(canvas: Canvas, box: CardBox, px: number, py: number, k: number, owner: number): void {
  const back = -py - box.ry; // from the hinge
  const taper = box.rx - 0.012 * smooth(0, 0.04, back);
  if (Math.abs(px) > taper || back > box.lid) return;
  const hinge = back < 0.012 ? -0.25 * Math.cos((back / 0.012) * Math.PI) : 0;
  const droop = box.top - 0.012 - 0.16 * smooth(0.01, 0.5, back) * back;
  const side = taper - Math.abs(px);
  const flap = side < 0.03 ? 0.012 * smooth(0.03, 0.024, side) : 0; // side flaps stand up a little
  const crease = Math.abs(side - 0.03) < 0.0015 ? -0.3 : 0;
  const wear = 0.08 * noise2(px * 7 + 5, py * 7) + 0.05 * noise2(px * 70, py * 70);
  put(canvas, k, droop + flap, 0.8 + wear + hinge + crease - 0.75 * print(px, back - 0.15), owner);
}

/** A stamp in one colour: rind, two bands and a star of crystals; 0 to 1. */
function print(x: number, y: number): number {
  const a = Math.atan2(y, x);
  const r = Math.hypot(x, y) / (1 + 0.05 * noise2(Math.cos(a) * 1.7 + 3, Math.sin(a) * 1.7));
  if (r > 0.09) return 0;
  const line = (at: number, width: number) => clamp(1.5 - Math.abs(r - at) / width);
  const rings = Math.max(line(0.078, 0.0028), line(0.067, 0.0012), line(0.06, 0.0012));
  const spikes = 0.028 + 0.016 * Math.abs((((((a * 7) / Math.PI) % 2) + 2) % 2) - 1);
  const star = clamp(1.5 - Math.abs(r - spikes) / 0.0016);
  const worn = 0.75 + 0.5 * noise2(x * 130, y * 130);
  return clamp(Math.max(rings, star) * worn);
}

/** Loose packing strewn over an ellipse or a rectangle. Lengths in picture widths. */
interface Packing {
  kind: 'wood-wool' | 'crinkled-paper';
  x: number;
  y: number;
  /** Half the extent each way. */
  rx: number;
  ry: number;
  count: number;
  length: number;
  radius: number;
  /** Lowest and highest strand. */
  low: number;
  high: number;
  arch: number;
  tint: [string, string];
}

function strands(packing: Packing, r: Random): Prop {
  return {
    tint: tint(...packing.tint),
    place(canvas, owner) {
      for (let n = 0; n < packing.count; n++) layStrand(canvas, packing, owner, r);
    },
  };
}

/** Draws one strand as a chain of round or flat blobs with random course, width, twist and tone. */
function layStrand(canvas: Canvas, packing: Packing, owner: number, r: Random): void {
  const { unit } = canvas;
  const crinkled = packing.kind === 'crinkled-paper';
  const steps = Math.round(packing.length * unit * (crinkled ? 1 : r.range(0.45, 1.15)));
  const a = r.range(0, 6.283);
  const q = Math.sqrt(r.next());
  let x = (packing.x + (crinkled ? r.range(-1, 1) : Math.cos(a) * q) * packing.rx) * unit;
  let y = (packing.y + (crinkled ? r.range(-1, 1) : Math.sin(a) * q) * packing.ry) * unit;
  let turn = crinkled ? r.range(0, 6.283) : a + 1.57 + r.bell() * 1.3;
  let bend = (r.bell() * (crinkled ? 1 : 3)) / steps;
  const base = r.range(packing.low, packing.high) * unit;
  const arch = r.range(0, packing.arch) * unit;
  const size = packing.radius * unit * r.range(0.55, 1.35);
  const tone = r.next() < 0.14 ? r.range(-0.25, 0.1) : r.next();
  const fold = Math.ceil(r.range(5, 9) * packing.radius * unit);
  const twist = r.range(0.02, 0.07);
  const phase = r.range(0, 6.283);
  for (let i = 0; i < steps; i++) {
    bend += (r.bell() * 0.6) / steps;
    turn += bend;
    const segment = Math.floor(i / fold);
    if (crinkled && i % fold === 0) turn += (segment & 1 ? 0.9 : -0.9) + r.bell() * 0.3;
    x += Math.cos(turn);
    y += Math.sin(turn);
    const outside = Math.abs(x / unit - packing.x) > packing.rx || Math.abs(y / unit - packing.y) > packing.ry;
    if (crinkled && outside) break;
    const zigzag = crinkled ? Math.abs(((i / fold) % 2) - 1) * size * 2 : 0;
    const z = base + arch * Math.sin((i / steps) * Math.PI) + zigzag;
    // shavings are ribbons, so they sometimes turn their edge to the viewer
    const shown = crinkled ? 1 : 0.5 + 0.5 * Math.abs(Math.cos(i * twist + phase));
    const shade = crinkled ? (segment & 1 ? 0.35 : -0.25) : (shown - 0.75) * 0.5;
    blob(canvas, x, y, z, size * shown, crinkled ? 0.3 : 0.7, tone + shade, owner);
  }
}

function blob(
  { w, h, height, material, detail, owner: owners, crystal }: Canvas,
  x: number,
  y: number,
  z: number,
  size: number,
  round: number,
  tone: number,
  owner: number,
): void {
  const x0 = Math.max(1, Math.ceil(x - size));
  const x1 = Math.min(w - 2, Math.floor(x + size));
  const y0 = Math.max(1, Math.ceil(y - size));
  const y1 = Math.min(h - 2, Math.floor(y + size));
  for (let j = y0; j <= y1; j++) {
    for (let i = x0; i <= x1; i++) {
      const d = size * size - (i - x) * (i - x) - (j - y) * (j - y);
      if (d <= 0) continue;
      const k = j * w + i;
      const top = z + Math.sqrt(d) * round;
      if (top <= height[k]) continue;
      height[k] = top;
      material[k] = PROP;
      detail[k] = tone;
      owners[k] = owner;
      crystal[k] = -1;
    }
  }
}

const tint = (dark: string, pale: string): [Vec3, Vec3] => {
  const dimmed = (hex: string): Vec3 => {
    const c = linear(hex);
    return [c[0] * 0.85, c[1] * 0.85, c[2] * 0.85];
  };
  return [dimmed(dark), dimmed(pale)];
};
