import { unit, type Vec3 } from './vectors.js';

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
