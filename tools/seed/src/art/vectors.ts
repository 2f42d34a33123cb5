export type Vec3 = [number, number, number];

export const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(v: Vec3): Vec3 {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

export const clamp = (x: number, low = 0, high = 1) => (x < low ? low : x > high ? high : x);

/** 0 at `low`, 1 at `high`, level at both ends; `low` may be the larger one. */
export function smooth(low: number, high: number, x: number): number {
  const t = clamp((x - low) / (high - low));
  return t * t * (3 - 2 * t);
}

/** `#rrggbb` as linear light, 0 to 1. */
export const linear = (hex: string): Vec3 => {
  const channel = (i: number) => (parseInt(hex.slice(i, i + 2), 16) / 255) ** 2.2;
  return [channel(1), channel(3), channel(5)];
};

/** Film curve: linear light to 0..1, after Narkowicz' fit of ACES. */
export const film = (x: number) => (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);

/** The light that the film curve turns into `y`. */
export function unfilm(y: number): number {
  let low = 0;
  let high = 4;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (film(middle) < y) low = middle;
    else high = middle;
  }
  return low;
}
