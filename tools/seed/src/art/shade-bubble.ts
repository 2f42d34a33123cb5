import type { Canvas } from './canvas.js';
import type { Lit } from './lighting.js';
import { noise2 } from './noise.js';
import { LIGHT } from './studio.js';
import { clamp, type Vec3 } from './vectors.js';

/** Lights one sample of a chalcedony bubble: waxy skin, soft hot spot, rings on a sawn face. */
export function shadeBubble(canvas: Canvas, k: number, px: number, py: number, lit: Lit, out: Vec3): void {
  const id = canvas.crystal[k];
  const { crystal, x, y, z, size, part } = canvas.crystals[id];
  const { glow } = crystal.layer;
  const { sky, light } = lit;
  let nx = (px - x) / size;
  let ny = (py - y) / size;
  let nz = (canvas.height[k] - z) / size;
  const inner = Math.sqrt(nx * nx + ny * ny);
  const cut = canvas.face[k] === 1;
  if (cut) [nx, ny, nz] = canvas.parts[part].pose.N;
  const e = id * 2.3;
  const dent = noise2(nx * 2.2 + e, ny * 2.2) * 0.09;
  const grain = noise2(nx * 26 + e, ny * 26) * 0.03;
  nx += dent + grain;
  ny += dent - grain;
  const l = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx *= l;
  ny *= l;
  nz = Math.max(0.02, nz * l);
  const facing = nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2];
  const wrap = Math.max(0, facing * 0.62 + 0.38);
  const slant = 1 - nz;
  const fresnel = slant * slant * slant * slant;
  const glint = Math.max(0, (nz * (-nx - 1.12 * ny) + 0.66 * (2 * nz * nz - 1) - 0.5) * 2);
  const window = 0.3 + 2.4 * glint * glint * glint + 3 * glint ** 16;
  const gloss = window * (0.09 + 0.4 * fresnel) * (0.2 + 0.8 * light);
  const layers = Math.sin(inner * 21 + e + dent * 40);
  const ring = (cut ? 0.86 : 1) + (cut ? 0.13 : 0.05) * layers + 0.5 * grain + dent * 0.5;
  const back = 0.5 * Math.max(0, nx * 0.5 + ny * 0.6) * slant; // light that comes through at the far edge
  for (let i = 0; i < 3; i++) {
    const skin = glow[i] ** (1 + 0.9 * clamp(inner * inner)) * (0.2 + 0.85 * wrap * (0.3 + 0.7 * light)) * ring;
    out[i] = (skin + back * glow[i] * 0.7) * crystal.shade ** 0.4 * sky * 0.82 + gloss * (0.3 + 0.7 * sky);
  }
}
