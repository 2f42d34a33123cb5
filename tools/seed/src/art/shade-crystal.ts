import type { Canvas, PlacedCrystal } from './canvas.js';
import { LIGHT, type Lit, studio } from './lighting.js';
import { GX, GZ, noise2 } from './noise.js';
import { clamp, type Vec3 } from './vectors.js';

/** A ray inside a crystal: where it ends, which way it leaves, and what it met. */
const ray = { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 0, path: 0, root: false, tone: 1 };
const ROOT: Vec3 = [1.28, 1.22, 1.12];
const BRASS: Vec3 = [0.95, 0.66, 0.27];
/** 1 / refractive index of quartz. */
const ETA = 0.649;
/** Crystals at least this many samples wide show their inside. */
const BIG = 9;

/** Writes the light of one sample of a faceted crystal to `out`. */
export function shadeCrystal(canvas: Canvas, k: number, px: number, py: number, lit: Lit, out: Vec3): void {
  const id = canvas.crystal[k];
  const placed = canvas.crystals[id];
  const { planes, count, size, crystal, part } = placed;
  const face = canvas.face[k];
  const { layer, axis } = crystal;
  const { pose, specimen } = canvas.parts[part];
  const { U, V, N } = pose;
  const metal = layer.form === 'cube';
  const o = face * 4;
  const rx = px - placed.x;
  const ry = py - placed.y;
  const rz = canvas.height[k] - placed.z;
  const inv = 1 / size;
  const ax = U[0] * axis[0] + V[0] * axis[1] + N[0] * axis[2];
  const ay = U[1] * axis[0] + V[1] * axis[1] + N[1] * axis[2];
  const az = U[2] * axis[0] + V[2] * axis[1] + N[2] * axis[2];
  const along = (rx * ax + ry * ay + rz * az) * inv;
  let nx = planes[o];
  let ny = planes[o + 1];
  let nz = planes[o + 2];
  // growth lines across the prism, gentle hillocks elsewhere
  const side = rx * (ny * az - nz * ay) + ry * (nz * ax - nx * az) + rz * (nx * ay - ny * ax);
  const e = (id * 13 + face) * 3.7;
  const lines = metal ? 0.13 : layer.form === 'point' && face > 5 ? 0.09 : 0.03;
  const growth = noise2(along * (metal ? 9 : 7) + e, side * inv * 0.6) * lines;
  const hillock = size > BIG ? noise2(side * inv * 2.1 + e, along * 1.7) * 0.05 : 0;
  const bulge = metal ? 0.05 : 0.11; // real faces are never quite flat, so reflections fade across them
  nx += ax * growth + hillock * ny + rx * inv * bulge;
  ny += ay * growth - hillock * nx + ry * inv * bulge;
  nz += az * growth;
  const l = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx *= l;
  ny *= l;
  nz *= l;
  if (nz < 0.12) nz = 0.12;
  const mirror = studio(2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1);
  const slant = 1 - nz;
  const fresnel = slant * slant * slant * slant * slant;
  const facing = nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2];
  const { sky, light } = lit;
  if (metal) {
    shadeMetal(mirror + horizon(2 * nz * ny, 2 * nz * nx), fresnel, facing, growth, crystal.shade, lit, out);
    return;
  }
  traceInside(placed, id, nx, ny, nz, rx, ry, rz);
  const big = size > BIG;
  const cloud = noise2(rx * inv * 1.7 + e, ry * inv * 1.7 + rz * inv) * 0.5 + 0.5;
  const end = (ray.x * ax + ray.y * ay + ray.z * az) * inv;
  const veil = noise2(ray.x * inv * 1.3 + e, ray.y * inv * 1.3 + end);
  const fleck = big ? noise2(ray.x * inv * 4.2, ray.y * inv * 4.2 + e) : 0;
  const facet = 0.86 + 0.34 * GZ[(id * 29 + face * 53) & 255];
  let inside = ray.root
    ? 0.56 + 0.4 * veil + 0.22 * fleck
    : studio(ray.dx, ray.dy, ray.dz) * 0.9 * ray.tone + 0.1 + 0.1 * veil;
  inside = Math.max(0.08, inside * facet) * (0.5 + 0.5 * light);
  const clip = face === count - 1;
  const high = clamp((along * crystal.size) / crystal.length);
  const milk = clamp(layer.milk * (1.5 - 1.55 * high + (cloud - 0.5) * 0.8) + (clip ? 0.3 : 0)) * 0.9;
  const wrap = (0.22 + 0.85 * Math.max(0, facing * 0.8 + 0.2) * light) * (0.75 + 0.25 * cloud);
  const { glow, absorb } = layer;
  const reflected = 0.075 + 0.6 * fresnel;
  // a worn, cloudy skin breaks reflections up
  const skin = (clip ? 0.6 : 1) * (1.05 + 1.1 * cloud + 0.5 * fleck) * specimen.habit.sparkle;
  const gloss = mirror * reflected * (0.3 + 0.7 * light) * skin * (0.4 + 0.6 * sky);
  const depth = (0.25 + ray.path * 0.5) * crystal.shade * (0.7 + 0.5 * high);
  const bloom = 0.05 * Math.max(0, facing) * light;
  for (let i = 0; i < 3; i++) {
    const clear = Math.exp(-absorb[i] * depth) * inside * (ray.root ? ROOT[i] : 1.2);
    const body = glow[i] * wrap * Math.exp(-absorb[i] * 0.25 * crystal.shade) * 0.85;
    out[i] = ((clear + (body - clear) * milk) * (1 - reflected) + glow[i] * bloom) * sky + gloss;
  }
}

/** Adds the reflection of the room's walls: lighter above, dark at the table's edge. */
const horizon = (y: number, x: number) => (y < 0 ? -0.3 * y : -0.06 * y) + 0.1 * x * x;

function shadeMetal(m: number, fresnel: number, facing: number, growth: number, shade: number, lit: Lit, out: Vec3) {
  const { sky, light } = lit;
  const diffuse = (0.25 + 0.5 * (facing > 0 ? facing : 0)) * light;
  const tarnish = 0.82 + 0.25 * shade + growth * 1.1;
  const mirror = (m / (1 + 0.34 * m)) * (0.5 + 0.5 * light) * sky * tarnish * 1.16;
  for (let i = 0; i < 3; i++) {
    out[i] = (BRASS[i] + (1 - BRASS[i]) * fresnel) * (mirror + diffuse * 0.24 * sky);
  }
}

/** Refracts a ray into the crystal and follows it over one facet, or two if visible. */
function traceInside(
  { planes, count, size }: PlacedCrystal,
  id: number,
  nx: number,
  ny: number,
  nz: number,
  rx: number,
  ry: number,
  rz: number,
): void {
  const bend = ETA * nz - Math.sqrt(1 - ETA * ETA * (1 - nz * nz));
  let tx = bend * nx;
  let ty = bend * ny;
  let tz = -ETA + bend * nz;
  let path = 0;
  let tone = 1;
  let root = false;
  const bounces = size > BIG ? 2 : 1;
  for (let bounce = 0; bounce < bounces; bounce++) {
    let far = 1e9;
    let exit = 0;
    for (let n = 0; n < count; n++) {
      const p = n * 4;
      const slope = planes[p] * tx + planes[p + 1] * ty + planes[p + 2] * tz;
      if (slope <= 1e-4) continue;
      const t = (planes[p + 3] - planes[p] * rx - planes[p + 1] * ry - planes[p + 2] * rz) / slope;
      if (t < far) {
        far = t;
        exit = n;
      }
    }
    far = clamp(far, 0, size * 5);
    rx += tx * far;
    ry += ty * far;
    rz += tz * far;
    path += far / size;
    if (exit === count - 2) {
      root = true;
      break;
    }
    const p = exit * 4;
    const turn = 2 * (tx * planes[p] + ty * planes[p + 1] + tz * planes[p + 2]);
    tx -= turn * planes[p];
    ty -= turn * planes[p + 1];
    tz -= turn * planes[p + 2];
    const g = GX[(exit * 37 + id * 11) & 255];
    tone *= 0.72 + 0.56 * g * g;
  }
  ray.x = rx;
  ray.y = ry;
  ray.z = rz;
  ray.dx = tx;
  ray.dy = ty;
  ray.dz = tz;
  ray.path = path > 6 ? 6 : path;
  ray.root = root;
  ray.tone = tone;
}
