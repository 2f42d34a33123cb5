import type { Vec3 } from './vectors.js';

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
