import type { Random } from '../art/random.js';

/** In the Midwest, but in neither of the two towns: the shop calls these special. */
const ELSEWHERE = ['Warsaw, Illinois', 'Niota, Illinois', 'Wayland, Missouri', 'Lawrence County, Indiana'];

export function placeOf(n: number, r: Random): string {
  if (n % 11 === 6) return r.pick(ELSEWHERE);
  return r.next() < 0.58 ? 'Keokuk, Iowa' : 'Hamilton, Illinois';
}
