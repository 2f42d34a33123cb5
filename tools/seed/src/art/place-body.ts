import { BOWL, type Canvas, FACE, PAPER, type PlacedPart, PROP, RIND } from './canvas.js';
import { lookup } from './direction-table.js';
import { noise2, noise3 } from './noise.js';
import { type Opening, OUTLINE_STEPS, type Specimen } from './specimen.js';

/** What lies under one sample: height in radii, -9 for nothing. */
interface Found {
  height: number;
  material: number;
  detail: number;
  /** How far outside the outline of the face. */
  gap: number;
}

/** Draws rind, broken face and the bare wall of the cavity of one part. */
export function placeBody(canvas: Canvas, part: PlacedPart, index: number): void {
  const { specimen, pose } = part;
  const { U, V, N } = pose;
  const { w, height, material, detail, owner, crystal } = canvas;
  const S = part.scale * canvas.unit;
  const X = part.x * canvas.unit;
  const Y = part.y * canvas.unit;
  const base = (part.z ?? 0) * canvas.unit;
  const { x0, x1, y0, y1 } = extent(canvas, part);
  const reach2 = (specimen.reach + 0.02) ** 2;
  const opening = part.whole ? null : specimen.opening;
  const found: Found = { height: -9, material: 0, detail: 0, gap: 0 };
  for (let j = y0; j < y1; j++) {
    for (let i = x0; i < x1; i++) {
      const px = (i - X) / S;
      const py = (j - Y) / S;
      const rho2 = px * px + py * py;
      if (rho2 > reach2) continue;
      found.material = PAPER;
      if (opening) {
        const fz = -(N[0] * px + N[1] * py) / N[2];
        const u = U[0] * px + U[1] * py + U[2] * fz;
        const v = V[0] * px + V[1] * py + V[2] * fz;
        findFace(specimen, opening, u, v, fz, U[2], V[2], N[2], found);
      }
      if (found.material === PAPER && !findRind(part, px, py, rho2, found)) continue;
      const z = found.height * S + base;
      const k = j * w + i;
      if (z > height[k] || (found.material !== RIND && material[k] === PROP)) {
        height[k] = z;
        material[k] = found.material;
        detail[k] = found.detail;
        owner[k] = index;
        crystal[k] = -1;
      }
    }
  }
  if (opening) closeSlits(canvas, part, index);
}

const TURN = OUTLINE_STEPS / (2 * Math.PI);

function outlineAt(outline: Float32Array, x: number, y: number): number {
  let a = Math.atan2(y, x) * TURN;
  if (a < 0) a += OUTLINE_STEPS;
  const k = a | 0;
  return outline[k] + (outline[k + 1] - outline[k]) * (a - k);
}

/** The broken face at (u, v), or the wall of the cavity behind it; dz, du, dv: specimen axes along the line of sight. */
function findFace(
  { habit, origin: o }: Specimen,
  { outer, inner, centre, bowl }: Opening,
  u: number,
  v: number,
  fz: number,
  du: number,
  dv: number,
  dz: number,
  found: Found,
): void {
  const fromRind = outlineAt(outer, u, v) - Math.sqrt(u * u + v * v);
  found.gap = -fromRind;
  if (fromRind <= 0) return;
  const qx = u - centre[0];
  const qy = v - centre[1];
  const toCavity = Math.sqrt(qx * qx + qy * qy) - outlineAt(inner, qx, qy);
  if (toCavity > 0) {
    const rough = habit.sawn ? 0.0015 : 0.011;
    const n1 = noise2(u * 7 + o, v * 7);
    const n2 = noise2(u * 23, v * 23 + o);
    const n3 = noise2(u * 70, v * 70);
    const rind = habit.rind * (1 + 0.4 * n1 + 0.35 * n2);
    const e = fromRind / 0.035;
    const f = toCavity / 0.02;
    const rounded = (e < 1 ? (1 - e) * (1 - e) * 0.03 : 0) + (f < 1 ? (1 - f) * (1 - f) * 0.01 : 0);
    found.height = fz + rough * (n1 * 2.2 + Math.abs(n1 + n2 * 0.6) * 1.4 + n2 * 0.25 + n3 * 0.13) - rounded;
    found.material = FACE;
    // below 0 in the rind, then 0 to 1 across the bands
    if (fromRind < rind) {
      found.height += rough * 0.9 * (n3 + n2) - rough * 0.8;
      found.detail = fromRind / rind - 1;
    } else found.detail = (fromRind - rind) / (fromRind - rind + toCavity);
    return;
  }
  // march along the line of sight to the wall of the bowl
  let t = habit.cavity * habit.deep * 0.8;
  for (let n = 0; n < 2; n++) {
    const ex = qx - du * t;
    const ey = qy - dv * t;
    const ez = -dz * t;
    t += (lookup(bowl, ex, ey, ez) - Math.sqrt(ex * ex + ey * ey + ez * ez)) * 0.8;
    if (t < 0) t = 0;
  }
  found.height = fz - t - 0.04;
  found.material = BOWL;
  found.detail = 0;
}

/** Finds the rind with a damped fixed-point search; an undamped one diverges at the silhouette. */
function findRind({ specimen, pose, whole }: PlacedPart, px: number, py: number, rho2: number, found: Found): boolean {
  const { body, origin: o } = specimen;
  const { U, V, N } = pose;
  const u0 = U[0] * px + U[1] * py;
  const v0 = V[0] * px + V[1] * py;
  const w0 = N[0] * px + N[1] * py;
  let radius = lookup(body, u0 + U[2] * 0.07, v0 + V[2] * 0.07, w0 + N[2] * 0.07);
  if (rho2 > radius * radius) return false;
  let z = Math.sqrt(Math.max(0.01, 1.05 - rho2));
  for (let n = 0; n < 4; n++) {
    if (n) z = (z + Math.sqrt(Math.max(0.0004, radius * radius - rho2))) / 2;
    radius = lookup(body, u0 + U[2] * z, v0 + V[2] * z, w0 + N[2] * z);
  }
  z = Math.sqrt(Math.max(0.0009, radius * radius - rho2));
  const above = w0 + N[2] * z;
  if (above > 0 && !whole && (above > 0.075 || found.gap > 0.012)) return false;
  const u = u0 + U[2] * z;
  const v = v0 + V[2] * z;
  const m1 = Math.abs(noise3(u * 9 + o, v * 9, above * 9));
  const m2 = Math.abs(noise3(u * 21, v * 21 + o, above * 21));
  const m3 = noise3(u * 52, v * 52, above * 52 + o);
  const pit = Math.max(0, noise3(u * 15 + 40, v * 15, above * 15) - 0.32);
  const crust = whole ? 1 : 0.8;
  found.detail = m1 * 0.9 + m2 * 0.7 + m3 * 0.3 - pit * 2.2 - (whole ? 0 : Math.max(0, above + 0.015) * 9);
  found.height = z + (crust * (0.05 * m1 + 0.026 * m2 + 0.008 * m3 - 0.075 * pit) - 0.02) / Math.max(0.36, z);
  found.material = RIND;
  return true;
}

/** Returns the bounds of a part in the picture, in samples. */
function extent({ w, h, unit }: Canvas, { x, y, scale }: PlacedPart) {
  const half = scale * unit * 1.3;
  return {
    x0: Math.max(0, Math.floor(x * unit - half)),
    x1: Math.min(w, Math.ceil(x * unit + half)),
    y0: Math.max(0, Math.floor(y * unit - half)),
    y1: Math.min(h, Math.ceil(y * unit + half)),
  };
}

/** Fills the paper that shows between the face and the body under it. */
function closeSlits(canvas: Canvas, part: PlacedPart, index: number): void {
  const { w, material, height, detail, owner } = canvas;
  const { x0, x1, y0, y1 } = extent(canvas, part);
  const narrow = part.scale * canvas.unit * 0.06;
  for (let i = x0; i < x1; i++) {
    let last = 0;
    for (let j = y0; j < y1; j++) {
      const k = j * w + i;
      if (material[k] !== RIND && material[k] !== FACE) continue;
      if (j - last < narrow) {
        for (let q = k - w; q > 0 && material[q] === PAPER; q -= w) {
          material[q] = RIND;
          height[q] = height[k];
          detail[q] = -0.25;
          owner[q] = index;
        }
      }
      last = j;
    }
  }
}
