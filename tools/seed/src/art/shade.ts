import { BOWL, BUBBLE, CRYSTAL, type Canvas, FACE, PAPER, PROP, RIND } from './canvas.js';
import { type LightMaps, type Lit, lightAt, mapLight } from './lighting.js';
import { noise2 } from './noise.js';
import { LIGHT } from './studio.js';
import { type Vec3, clamp, linear, unfilm } from './vectors.js';
import { shadeCrystal } from './shade-crystal.js';
import { type Spot, type Surface, shadeFace, shadeRind, shadeWall } from './shade-surface.js';

/** Lights one sample of a chalcedony bubble: waxy skin, soft hot spot, rings on a sawn face. */
function shadeBubble(canvas: Canvas, k: number, px: number, py: number, lit: Lit, out: Vec3): void {
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

const PAPER_COLOUR = linear('#f4efe6').map(unfilm) as Vec3;
/** Paper noise repeats in a 256² tile, which looks the same and is cheaper. */
const FIBRE = Float32Array.from({ length: 65536 }, (_, i) => 1 + 0.016 * noise2((i & 255) * 0.5, (i >> 8) * 0.25));

/** Lights every sample once. Lengths in samples: `reach` of shadows, `nearReach` of occlusion, `ground` of the paper. */
export function shade(canvas: Canvas, reach: number, nearReach: number, ground: number): void {
  const { w, h, height, material, light } = canvas;
  for (let k = 0; k < height.length; k++) if (material[k] === PAPER) height[k] = ground;
  const maps = mapLight(canvas, reach, nearReach);
  const earths = canvas.parts.map((part) => part.specimen.habit.earth.map(linear));
  const out: Vec3 = [0, 0, 0];
  const lit: Lit = { sky: 1, light: 1 };
  const surface: Surface = { nx: 0, ny: 0, nz: 1, window: 0, sky: 0 };
  const spot: Spot = { u: 0, v: 0, px: 0, py: 0, pz: 0 };
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const k = y * w + x;
      const half = Math.min(y >> 1, maps.h - 1) * maps.w + Math.min(x >> 1, maps.w - 1);
      const what = material[k];
      if (what === PAPER) {
        shadePaper(canvas, maps, x, y, half);
        continue;
      }
      lightAt(canvas, maps, x, y, half, lit);
      if (what === CRYSTAL) {
        shadeCrystal(canvas, k, x, y, lit, out);
        brightenEdge(canvas, k, lit, out);
      } else if (what === BUBBLE) shadeBubble(canvas, k, x, y, lit, out);
      else {
        measureSurface(canvas, x, y, lit, surface);
        if (what === PROP) shadeProp(canvas, x, y, surface, out);
        else shadeSurface(canvas, x, y, earths, spot, surface, lit, out);
      }
      // light falls off across the picture, and shade is warmed by the paper
      const fall = 1.1 - 0.2 * ((0.5 * x) / w + (0.6 * y) / h);
      const warm = 0.13 * clamp(1 - lit.light * lit.sky);
      light[k * 3] = out[0] * fall * (1 + warm);
      light[k * 3 + 1] = out[1] * fall * (1 + warm * 0.2);
      light[k * 3 + 2] = out[2] * fall * (1 - warm);
    }
  }
}

function shadePaper({ w, h, unit, height, light }: Canvas, maps: LightMaps, x: number, y: number, half: number): void {
  const k = y * w + x;
  const soft = maps.softShadow[half] * 0.75 + maps.shadow[half] * 0.25;
  const contact = clamp((maps.far[half] * 2 - height[k]) / (unit * 0.13));
  const vx = x / w - 0.45;
  const vy = y / h - 0.42;
  const vignette = 1.035 - 0.28 * (vx * vx + vy * vy);
  const s = (1 - 0.52 * soft) * (1 - 0.5 * contact) * vignette * FIBRE[((y & 255) << 8) | (x & 255)];
  light[k * 3] = PAPER_COLOUR[0] * s;
  light[k * 3 + 1] = PAPER_COLOUR[1] * s * (0.98 + 0.02 * s);
  light[k * 3 + 2] = PAPER_COLOUR[2] * s * (0.95 + 0.05 * s);
}

/** Worn edges between facets catch the light. */
function brightenEdge({ w, crystal, face }: Canvas, k: number, { light, sky }: Lit, out: Vec3): void {
  const id = crystal[k];
  if (crystal[k - 1] !== id || crystal[k - w] !== id || crystal[k - w - 1] !== id) return;
  if (face[k - 1] === face[k] && face[k - w] === face[k]) return;
  for (let i = 0; i < 3; i++) out[i] = out[i] * 1.1 + 0.05 * light * sky;
}

function measureSurface({ w, h, height }: Canvas, x: number, y: number, { light, sky }: Lit, surface: Surface): void {
  const k = y * w + x;
  let gx = x > 0 && x < w - 1 ? height[k - 1] - height[k + 1] : 0;
  let gy = y > 0 && y < h - 1 ? height[k - w] - height[k + w] : 0;
  gx = gx > 11 ? 11 : gx < -11 ? -11 : gx;
  gy = gy > 11 ? 11 : gy < -11 ? -11 : gy;
  const l = 1 / Math.sqrt(gx * gx + gy * gy + 4);
  surface.nx = gx * l;
  surface.ny = gy * l;
  surface.nz = 2 * l;
  const facing = surface.nx * LIGHT[0] + surface.ny * LIGHT[1] + surface.nz * LIGHT[2];
  surface.window = facing > 0 ? facing * light : 0;
  surface.sky = (0.34 + 0.2 * surface.nz - 0.1 * surface.ny) * sky;
}

function shadeProp(
  { w, owner, detail, props }: Canvas,
  x: number,
  y: number,
  { window, sky }: Surface,
  out: Vec3,
): void {
  const k = y * w + x;
  const [dark, pale] = props[owner[k]].tint;
  const f = clamp(detail[k], 0, 1.3);
  const fibre = 1 + 0.05 * noise2(x * 0.5, y * 0.06) + 0.04 * noise2(x * 0.3, y * 0.4);
  for (let i = 0; i < 3; i++) out[i] = (dark[i] + (pale[i] - dark[i]) * f) * fibre * (sky + 0.95 * window);
}

function shadeSurface(
  canvas: Canvas,
  x: number,
  y: number,
  earths: Vec3[][],
  spot: Spot,
  surface: Surface,
  lit: Lit,
  out: Vec3,
): void {
  const { w, unit, height, material, owner, detail, parts } = canvas;
  const k = y * w + x;
  const part = parts[owner[k]];
  const { specimen } = part;
  const { U, V } = part.pose;
  const S = part.scale * unit;
  spot.px = (x - part.x * unit) / S;
  spot.py = (y - part.y * unit) / S;
  spot.pz = (height[k] - (part.z ?? 0) * unit) / S;
  spot.u = U[0] * spot.px + U[1] * spot.py + U[2] * spot.pz;
  spot.v = V[0] * spot.px + V[1] * spot.py + V[2] * spot.pz;
  const what = material[k];
  const t = detail[k];
  const { opening } = specimen;
  if (what === FACE && t >= 0 && opening) {
    const turned = part.mirror ? -part.spin : part.spin;
    shadeFace(specimen, opening, spot, t, turned, surface, lit, out);
  } else if (what === RIND || what === FACE) {
    shadeRind(specimen, earths[owner[k]], spot, t, what === FACE, surface, out);
  } else if (what === BOWL) shadeWall(specimen, spot, surface, out);
}
