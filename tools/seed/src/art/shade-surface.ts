import { BAND_ENTRIES, foldBands, needles } from './bands.js';
import type { Lit } from './lighting.js';
import { noise2 } from './noise.js';
import type { Opening, Specimen } from './specimen.js';
import { LIGHT, studio } from './studio.js';
import { clamp, smooth, type Vec3 } from './vectors.js';

/** A sample of rough surface: normal, light from the window on it (0..1) and from the sky. */
export interface Surface {
  nx: number;
  ny: number;
  nz: number;
  window: number;
  sky: number;
}

/** Position on the specimen: u, v in specimen space; px, py, pz in view space, in radii. */
export interface Spot {
  u: number;
  v: number;
  px: number;
  py: number;
  pz: number;
}

/** Shades the crust. `weathering` is below 0 in pits; `onFace` if the broken face cuts through the crust. */
export function shadeRind(
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

/** Azimuth of the light in the picture. */
const LIGHT_AZIMUTH = Math.atan2(LIGHT[1], LIGHT[0]);

/** Shades the broken face: agate bands from the rind (`t` 0), then quartz needles to the cavity (`t` 1). */
export function shadeFace(
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
export function shadeWall({ habit }: Specimen, { u, v }: Spot, { window, sky }: Surface, out: Vec3): void {
  const { glow } = habit.layers[0];
  const lump = 0.6 + 0.5 * noise2(u * 26, v * 26) + 0.3 * noise2(u * 70, v * 70);
  for (let i = 0; i < 3; i++) out[i] = glow[i] ** 1.5 * 0.8 * lump * (sky + 0.8 * window);
}
