import { type Canvas, type Prop, PROP } from './canvas.js';
import { noise2 } from './noise.js';
import { tint } from './strands.js';
import { clamp, smooth } from './vectors.js';

/** An open card box from above, its lid folded back behind it. Lengths in picture widths. */
export interface CardBox {
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

export function cardBox(box: CardBox): Prop {
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
