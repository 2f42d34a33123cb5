import { BAND_ENTRIES, foldBands, needles } from './bands.js';
import { BOWL, BUBBLE, CRYSTAL, type Canvas, FACE, PAPER, PROP, RIND } from './canvas.js';
import { LIGHT, type LightMaps, type Lit, lightAt, mapLight, studio } from './lighting.js';
import { noise2 } from './noise.js';
import { shadeCrystal } from './shade-crystal.js';
import type { Opening, Specimen } from './specimen.js';
import { clamp, linear, smooth, unfilm, type Vec3 } from './vectors.js';

/** A sample of rough surface: normal, light from the window on it (0..1) and from the sky. */
interface Surface {
  nx: number;
  ny: number;
  nz: number;
  window: number;
  sky: number;
}

/** Position on the specimen: u, v in specimen space; px, py, pz in view space, in radii. */
interface Spot {
  u: number;
  v: number;
  px: number;
  py: number;
  pz: number;
}

const PAPER_COLOUR = linear('#f4efe6').map(unfilm) as Vec3;
/** Azimuth of the light in the picture. */
const LIGHT_AZIMUTH = Math.atan2(LIGHT[1], LIGHT[0]);
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

/** Shades the crust. `weathering` is below 0 in pits; `onFace` if the broken face cuts through the crust. */
function shadeRind(
  { origin }: Specimen,
  earth: Vec3[],
  { u, v, px, py, pz }: Spot,
  weathering: number,
  onFace: boolean,
  { window, sky }: Surface,
  out: Vec3,
): void {
  const patches = noise2(u * 3 + origin, v * 3 + pz * 2) + 0.5 * noise2(u * 11, v * 11 + origin);
  const fine = noise2(px * 55 + origin, py * 55) + 0.8 * noise2(px * 130, py * 130);
  const mix = clamp(0.42 + 0.5 * patches + 0.15 * fine);
  const pale = smooth(0.25, 0.9, noise2(u * 5 + 31, v * 5 + pz * 4) + 0.25 * fine) * 0.75;
  const hollow = onFace ? 0.8 + 0.2 * fine : clamp(0.55 + weathering * 0.9, 0.25, 1.1);
  const lit = hollow * (sky + 1.15 * window) * (1 + 0.16 * fine);
  for (let i = 0; i < 3; i++) {
    const a = earth[1][i] + (earth[0][i] - earth[1][i]) * mix;
    out[i] = (a + (earth[2][i] - a) * pale) * lit;
  }
}

/** Shades the broken face: agate bands from the rind (`t` 0), then quartz needles to the cavity (`t` 1). */
function shadeFace(
  { habit, origin: o }: Specimen,
  { bands, eyes, centre }: Opening,
  { u, v }: Spot,
  t: number,
  spin: number,
  { nx, ny, nz, window, sky }: Surface,
  lit: Lit,
  out: Vec3,
): void {
  const n1 = noise2(u * 2.3 + o, v * 2.3);
  const n2 = noise2(u * 6.5, v * 6.5 + o);
  const n3 = noise2(u * 19, v * 19);
  const n4 = noise2(u * 64, v * 64);
  const bow = t * (1 - t) * 4;
  let place = t + (n1 * 0.2 + n2 * 0.075 + n3 * 0.028) * bow + n4 * 0.006;
  if (habit.fortified > 0 || eyes.length > 0) {
    const fold = habit.fortified > 0 ? noise2(u * 4.6 + o + 20, v * 4.6) + n3 * 0.12 : 0.3;
    place = foldBands(place, u, v, fold, habit.fortified, eyes, n3);
  }
  place = clamp(place);
  const b = Math.min(BAND_ENTRIES - 1, (place * (BAND_ENTRIES - 1)) | 0) * 4;
  const clear = bands[b + 3];
  const laminae = 1 + 0.1 * Math.sin(place * habit.lines * 6.283 + n1 * 4) * smooth(0.8, 0.6, place);
  const quartz = smooth(0.58, 0.76, place);
  const sugar = noise2(u * 130, v * 130);
  const comb = quartz > 0 ? needles(Math.atan2(v - centre[1], u - centre[0]), place, LIGHT_AZIMUTH - spin, n2) : 0;
  const texture = (habit.sawn ? 0.04 : 0.09) * n4 + 0.12 * clear * n3 + quartz * (0.17 * comb + 0.1 * sugar);
  const edge = 0.5 + 0.5 * smooth(0, 0.1, t + 0.03 * n3);
  const tone = laminae * (1 + texture) * (0.74 - 0.1 * quartz) * (1 + 0.16 * n1) * edge;
  const glint = habit.sawn
    ? 0.05 * studio(2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1)
    : (0.02 + 0.3 * quartz * Math.max(0, sugar + n4 * 0.6 - 0.62)) * studio(nx, ny, nz);
  const light = sky * (1 + 0.25 * clear) + (0.85 - 0.1 * clear) * window;
  for (let i = 0; i < 3; i++) out[i] = bands[b + i] * tone * light + glint * lit.light;
}

/** Shades the bare wall of the cavity, between crystals. */
function shadeWall({ habit }: Specimen, { u, v }: Spot, { window, sky }: Surface, out: Vec3): void {
  const { glow } = habit.layers[0];
  const lump = 0.6 + 0.5 * noise2(u * 26, v * 26) + 0.3 * noise2(u * 70, v * 70);
  for (let i = 0; i < 3; i++) out[i] = glow[i] ** 1.5 * 0.8 * lump * (sky + 0.8 * window);
}
