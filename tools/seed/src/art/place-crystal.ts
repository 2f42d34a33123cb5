import { BOWL, BUBBLE, CRYSTAL, type Canvas, PROP, type PlacedPart, type Pose } from './canvas.js';
import type { Crystal } from './crystals.js';
import { noise2 } from './noise.js';
import type { Vec3 } from './vectors.js';

const MAX_PLANES = 16;
/** Height of each plane over the root and its slopes: front planes from the start, back planes from the end. */
const rise = new Float64Array(MAX_PLANES);
const slopeX = new Float64Array(MAX_PLANES);
const slopeY = new Float64Array(MAX_PLANES);
const planeOf = new Uint8Array(MAX_PLANES);

const toView = ({ U, V, N }: Pose, p: Vec3, i: 0 | 1 | 2) => U[i] * p[0] + V[i] * p[1] + N[i] * p[2];

const GIRTH = { point: 1.25, scalenohedron: 1.25, bubble: 1.12, cube: 1.5 };

/** Draws the visible samples of one crystal, only inside the opening of its own specimen. */
export function placeCrystal(canvas: Canvas, part: PlacedPart, crystal: Crystal, index: number): void {
  const { pose } = part;
  const { w, h, unit } = canvas;
  const S = part.scale * unit;
  const x = toView(pose, crystal.root, 0) * S + part.x * unit;
  const y = toView(pose, crystal.root, 1) * S + part.y * unit;
  const z = toView(pose, crystal.root, 2) * S + (part.z ?? 0) * unit;
  const bubble = crystal.layer.form === 'bubble';
  const tipX = bubble ? x : x + toView(pose, crystal.axis, 0) * crystal.length * S;
  const tipY = bubble ? y : y + toView(pose, crystal.axis, 1) * crystal.length * S;
  const size = crystal.size * S;
  const girth = size * GIRTH[crystal.layer.form];
  const x0 = Math.max(0, Math.floor(Math.min(x, tipX) - girth));
  const x1 = Math.min(w - 1, Math.ceil(Math.max(x, tipX) + girth));
  const y0 = Math.max(0, Math.floor(Math.min(y, tipY) - girth));
  const y1 = Math.min(h - 1, Math.ceil(Math.max(y, tipY) + girth));
  if (x0 > x1 || y0 > y1) return;
  const { planes, count, front, back } = turnPlanes(crystal, pose, S);
  const id = canvas.crystals.length;
  canvas.crystals.push({ crystal, x, y, z, size, planes, count, part: index });
  if (bubble) fillBubble(canvas, id, index, front - 1, x0, x1, y0, y1);
  else fillSolid(canvas, id, index, front, back, x0, x1, y0, y1);
}

/** Each front plane of a convex solid is linear in x and y, so its height is the least of them. */
function turnPlanes(crystal: Crystal, pose: Pose, S: number) {
  const count = crystal.planes.length / 4;
  const planes = new Float32Array(count * 4);
  let front = 0;
  let back = count;
  for (let k = 0; k < count; k++) {
    const n: Vec3 = [crystal.planes[k * 4], crystal.planes[k * 4 + 1], crystal.planes[k * 4 + 2]];
    const a = toView(pose, n, 0);
    const b = toView(pose, n, 1);
    const d = toView(pose, n, 2);
    planes[k * 4] = a;
    planes[k * 4 + 1] = b;
    planes[k * 4 + 2] = d;
    planes[k * 4 + 3] = crystal.planes[k * 4 + 3] * S;
    const dz = Math.abs(d) < 1e-4 ? (d < 0 ? -1e-4 : 1e-4) : d;
    const at = dz > 0 ? front++ : --back;
    rise[at] = planes[k * 4 + 3] / dz;
    slopeX[at] = -a / dz;
    slopeY[at] = -b / dz;
    planeOf[at] = k;
  }
  return { planes, count, front, back };
}

function fillSolid(
  canvas: Canvas,
  id: number,
  index: number,
  front: number,
  back: number,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
): void {
  const { w, height, material, owner, crystal, face } = canvas;
  const { x, y, z, count } = canvas.crystals[id];
  for (let j = y0; j <= y1; j++) {
    const dy = j - y;
    for (let i = x0; i <= x1; i++) {
      const k = j * w + i;
      const under = material[k];
      if (under < BOWL || under === PROP || owner[k] !== index) continue;
      const dx = i - x;
      const need = height[k] - z;
      let top = 1e9;
      let nearest = 0;
      for (let n = 0; n < front; n++) {
        const q = rise[n] + slopeX[n] * dx + slopeY[n] * dy;
        if (q < top) {
          top = q;
          nearest = n;
          if (q <= need) break;
        }
      }
      if (top <= need) continue;
      let n = back;
      for (; n < count; n++) if (rise[n] + slopeX[n] * dx + slopeY[n] * dy > top) break;
      if (n < count) continue;
      height[k] = top + z;
      crystal[k] = id;
      face[k] = planeOf[nearest];
      material[k] = CRYSTAL;
    }
  }
}

/** Draws an irregular sphere cut by the broken face (`clip`); face 1 is the cut. */
function fillBubble(
  canvas: Canvas,
  id: number,
  index: number,
  clip: number,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
): void {
  const { w, height, material, owner, crystal, face } = canvas;
  const { x, y, z, size } = canvas.crystals[id];
  const bend = 1.3 / size;
  const e = id * 3.1;
  for (let j = y0; j <= y1; j++) {
    const dy = j - y;
    for (let i = x0; i <= x1; i++) {
      const k = j * w + i;
      const under = material[k];
      if (under < BOWL || under === PROP || owner[k] !== index) continue;
      const dx = i - x;
      const off2 = dx * dx + dy * dy;
      if (off2 > size * size * 1.25) continue;
      const radius = size * (1 + 0.15 * noise2(dx * bend + e, dy * bend));
      const q = radius * radius - off2;
      if (q <= 0) continue;
      let top = Math.sqrt(q);
      let trimmed = 0;
      const limit = rise[clip] + slopeX[clip] * dx + slopeY[clip] * dy;
      if (limit < top) {
        if (limit < -top) continue;
        top = limit;
        trimmed = 1;
      }
      if (top + z <= height[k]) continue;
      height[k] = top + z;
      crystal[k] = id;
      face[k] = trimmed;
      material[k] = BUBBLE;
    }
  }
}
