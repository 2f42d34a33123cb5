import { random } from './random.js';

/** Gradient noise after Perlin (2002): 0 on the lattice, about -1 to 1 between. */
const PERM = new Uint8Array(512);
/** Random directions scaled by 1.4; also handy as a table of 256 fixed random numbers. */
export const GX = new Float32Array(256);
const GY = new Float32Array(256);
export const GZ = new Float32Array(256);

const lattice = random('lattice');
const order = Array.from({ length: 256 }, (_, i) => i);
for (let i = 255; i > 0; i--) {
  const j = Math.floor(lattice.next() * (i + 1));
  [order[i], order[j]] = [order[j], order[i]];
}
for (let i = 0; i < 512; i++) PERM[i] = order[i & 255];
for (let i = 0; i < 256; i++) {
  const z = lattice.range(-1, 1);
  const a = lattice.range(0, 2 * Math.PI);
  const q = Math.sqrt(1 - z * z);
  GX[i] = q * Math.cos(a) * 1.4;
  GY[i] = q * Math.sin(a) * 1.4;
  GZ[i] = z * 1.4;
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (p: number, q: number, t: number) => p + (q - p) * t;
const slope = (g: number, x: number, y: number, z: number) => GX[g] * x + GY[g] * y + GZ[g] * z;

export function noise2(x: number, y: number): number {
  const xf = Math.floor(x);
  const yf = Math.floor(y);
  const column = xf & 255;
  const row = yf & 255;
  x -= xf;
  y -= yf;
  const a = PERM[column] + row;
  const b = PERM[column + 1] + row;
  const u = fade(x);
  const g0 = PERM[a];
  const g1 = PERM[b];
  const g2 = PERM[a + 1];
  const g3 = PERM[b + 1];
  const n0 = GX[g0] * x + GY[g0] * y;
  const n1 = GX[g1] * (x - 1) + GY[g1] * y;
  const n2 = GX[g2] * x + GY[g2] * (y - 1);
  const n3 = GX[g3] * (x - 1) + GY[g3] * (y - 1);
  const p = n0 + (n1 - n0) * u;
  const q = n2 + (n3 - n2) * u;
  return (p + (q - p) * fade(y)) * 1.3;
}

export function noise3(x: number, y: number, z: number): number {
  const xf = Math.floor(x);
  const yf = Math.floor(y);
  const zf = Math.floor(z);
  const column = xf & 255;
  const row = yf & 255;
  const layer = zf & 255;
  x -= xf;
  y -= yf;
  z -= zf;
  const a = PERM[column] + row;
  const b = PERM[column + 1] + row;
  const u = fade(x);
  const v = fade(y);
  const aa = PERM[a] + layer;
  const ab = PERM[a + 1] + layer;
  const ba = PERM[b] + layer;
  const bb = PERM[b + 1] + layer;
  const low = mix(
    mix(slope(PERM[aa], x, y, z), slope(PERM[ba], x - 1, y, z), u),
    mix(slope(PERM[ab], x, y - 1, z), slope(PERM[bb], x - 1, y - 1, z), u),
    v,
  );
  const high = mix(
    mix(slope(PERM[aa + 1], x, y, z - 1), slope(PERM[ba + 1], x - 1, y, z - 1), u),
    mix(slope(PERM[ab + 1], x, y - 1, z - 1), slope(PERM[bb + 1], x - 1, y - 1, z - 1), u),
    v,
  );
  return mix(low, high, fade(z));
}
