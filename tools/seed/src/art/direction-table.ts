/** A function of direction, tabulated on an unfolded octahedron, so that a look-up needs no trigonometry. */
export type DirectionTable = Float32Array;

const SIDE = 240;

/** `f` is called with directions of length 1. */
export function tabulate(f: (x: number, y: number, z: number) => number): DirectionTable {
  const table = new Float32Array(SIDE * SIDE);
  for (let j = 0; j < SIDE; j++) {
    for (let i = 0; i < SIDE; i++) {
      let x = (i / (SIDE - 1)) * 2 - 1;
      let y = (j / (SIDE - 1)) * 2 - 1;
      const z = 1 - Math.abs(x) - Math.abs(y);
      if (z < 0) {
        const q = x;
        x = (1 - Math.abs(y)) * (x < 0 ? -1 : 1);
        y = (1 - Math.abs(q)) * (y < 0 ? -1 : 1);
      }
      const length = Math.hypot(x, y, z);
      table[j * SIDE + i] = f(x / length, y / length, z / length);
    }
  }
  return table;
}

/** The vector may have any length but 0. */
export function lookup(table: DirectionTable, x: number, y: number, z: number): number {
  const s = 1 / (Math.abs(x) + Math.abs(y) + Math.abs(z) + 1e-9);
  let ox = x * s;
  let oy = y * s;
  if (z < 0) {
    const q = ox;
    ox = (1 - Math.abs(oy)) * (ox < 0 ? -1 : 1);
    oy = (1 - Math.abs(q)) * (oy < 0 ? -1 : 1);
  }
  const fx = (ox * 0.5 + 0.5) * (SIDE - 1.001);
  const fy = (oy * 0.5 + 0.5) * (SIDE - 1.001);
  const i = fx | 0;
  const j = fy | 0;
  const a = fx - i;
  const b = fy - j;
  const k = j * SIDE + i;
  return (table[k] * (1 - a) + table[k + 1] * a) * (1 - b) + (table[k + SIDE] * (1 - a) + table[k + SIDE + 1] * a) * b;
}
