import { type Canvas, type Prop, PROP } from './canvas.js';
import { type Vec3, linear } from './vectors.js';
import type { Random } from './random.js';

/** Loose packing strewn over an ellipse or a rectangle. Lengths in picture widths. */
export interface Packing {
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

export const tint = (dark: string, pale: string): [Vec3, Vec3] => {
  const dimmed = (hex: string): Vec3 => {
    const c = linear(hex);
    return [c[0] * 0.85, c[1] * 0.85, c[2] * 0.85];
  };
  return [dimmed(dark), dimmed(pale)];
};

export function strands(packing: Packing, r: Random): Prop {
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
