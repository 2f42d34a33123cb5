import { boxBlur } from './blur.js';
import { BUBBLE, type Canvas, CRYSTAL } from './canvas.js';
import { clamp, unit, type Vec3 } from './vectors.js';

/** Towards the light: from the upper left. */
export const LIGHT: Vec3 = unit([-0.56, -0.6, 0.66]);

/** Returns the light from a direction: a big soft window at the upper left, a strip at the right, paper below. */
export function studio(x: number, y: number, z: number): number {
  let e = 0.08 + 0.2 * (z > 0 ? z : 0);
  const key = x * -0.5 + y * -0.56 + z * 0.66;
  if (key > 0) e += 0.3 * key * key;
  if (key > 0.74) {
    // brighter towards its middle, or a facet that reflects it is a flat pale polygon
    const t = key > 0.92 ? 1 : (key - 0.74) / 0.18;
    e += 3.2 * t * t * (3 - 2 * t) * (key > 0.86 ? 0.72 + (key - 0.86) * 2.6 : 0.72);
  }
  const rim = x * 0.86 + y * 0.1 + z * 0.42;
  if (rim > 0.86) {
    const t = rim > 0.95 ? 1 : (rim - 0.86) / 0.09;
    e += 0.8 * t * t;
  }
  const low = x * 0.12 + y * 0.74 + z * 0.66;
  if (low > 0.9) {
    const t = low > 0.97 ? 1 : (low - 0.9) / 0.07;
    e += 0.7 * t * t;
  }
  return z < 0 ? e - 0.12 * z : e;
}

/** Maps at half the canvas' resolution; heights in half samples. */
export interface LightMaps {
  w: number;
  h: number;
  shadow: Float32Array;
  softShadow: Float32Array;
  /** Heights, blurred over about a crystal and over a twentieth of the picture. */
  near: Float32Array;
  far: Float32Array;
  /** Samples that `near` was blurred over. */
  nearReach: number;
}

/** The light that reaches one sample. */
export interface Lit {
  /** From the sky: ambient occlusion, 1 in the open. */
  sky: number;
  /** From the window, 0 to 1. */
  light: number;
}

/**
 * Computes soft shadows by marching over the heights towards the light, and the blurs for ambient occlusion. `reach`
 * and `nearReach` are in samples.
 */
export function mapLight(canvas: Canvas, reach: number, nearReach: number): LightMaps {
  const w = canvas.w >> 1;
  const h = canvas.h >> 1;
  const heights = new Float32Array(w * h);
  let peak = -1e9;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const z = canvas.height[y * 2 * canvas.w + x * 2] / 2;
      heights[y * w + x] = z;
      if (z > peak) peak = z;
    }
  }
  const shadow = march(heights, w, h, peak, reach / 2);
  return {
    w,
    h,
    shadow: boxBlur(shadow, w, h, 2, 1),
    softShadow: boxBlur(shadow, w, h, canvas.unit * 0.024),
    near: boxBlur(heights, w, h, nearReach / 2),
    far: boxBlur(heights, w, h, canvas.unit * 0.05),
    nearReach,
  };
}

function march(heights: Float32Array, w: number, h: number, peak: number, reach: number): Float32Array {
  const shadow = new Float32Array(w * h);
  const flat = Math.hypot(LIGHT[0], LIGHT[1]);
  const dx = LIGHT[0] / flat;
  const dy = LIGHT[1] / flat;
  const rise = LIGHT[2] / flat;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const z = heights[y * w + x];
      const end = Math.min(reach, (peak - z) / rise + 8);
      let dark = 0;
      for (let t = 1.4 * (1 + ((x * 7 + y * 13) & 15) * 0.022); t < end; t *= 1.34) {
        const sx = (x + dx * t) | 0;
        const sy = (y + dy * t) | 0;
        if (sx < 0 || sy < 0 || sx >= w || sy >= h) break;
        const q = (heights[sy * w + sx] - z - rise * t) / (t * 0.55 + 0.6) + 0.4;
        if (q > dark) {
          dark = q;
          if (q >= 1) break;
        }
      }
      shadow[y * w + x] = dark > 1 ? 1 : dark;
    }
  }
  return shadow;
}

/** Writes the light at sample k, which is at `half` in the maps. */
export function lightAt(canvas: Canvas, maps: LightMaps, x: number, y: number, half: number, lit: Lit): void {
  const k = y * canvas.w + x;
  const z = canvas.height[k];
  const material = canvas.material[k];
  const crystal = material === CRYSTAL || material === BUBBLE;
  const near = (maps.near[half] * 2 - z) / maps.nearReach;
  const wide = (maps.far[half] * 2 - z) / (canvas.unit * 0.09);
  lit.light = 1 - (0.55 * maps.shadow[half] + 0.45 * maps.softShadow[half]) * (crystal ? 0.8 : 0.9);
  lit.sky = clamp(0.92 - 0.42 * near, 0.3, 1.12) * clamp(1 - 0.34 * (wide > 0 ? wide : 0), 0.32, 1);
  if (!crystal) return;
  // less sky reaches the bottom of the bowl
  const part = canvas.parts[canvas.owner[k]];
  const { N } = part.pose;
  const { cavity, deep } = part.specimen.habit;
  const u = canvas.unit;
  const above = N[0] * (x - part.x * u) + N[1] * (y - part.y * u) + N[2] * (z - (part.z ?? 0) * u);
  const down = clamp(-above / (part.scale * u * cavity * deep));
  lit.sky *= 1.06 - 0.5 * down * down;
}
