/** Blurs a one-channel picture with a running-sum box; two passes approximate a Gaussian. Does not change `src`. */
export function boxBlur(src: Float32Array, w: number, h: number, radius: number, passes = 2): Float32Array {
  const r = Math.max(1, Math.round(radius));
  const rows = new Float32Array(w * h);
  const out = new Float32Array(w * h);
  for (let pass = 0; pass < passes; pass++) {
    blurRows(pass === 0 ? src : out, rows, w, h, r);
    blurColumns(rows, out, w, h, r);
  }
  return out;
}

function blurRows(src: Float32Array, out: Float32Array, w: number, h: number, r: number): void {
  const norm = 1 / (2 * r + 1);
  for (let y = 0; y < h; y++) {
    const o = y * w;
    let sum = src[o] * (r + 1);
    for (let i = 1; i <= r; i++) sum += src[o + Math.min(i, w - 1)];
    for (let x = 0; x < w; x++) {
      out[o + x] = sum * norm;
      sum += src[o + Math.min(x + r + 1, w - 1)] - src[o + Math.max(x - r, 0)];
    }
  }
}

function blurColumns(src: Float32Array, out: Float32Array, w: number, h: number, r: number): void {
  const norm = 1 / (2 * r + 1);
  const sums = new Float32Array(w);
  for (let x = 0; x < w; x++) sums[x] = src[x] * (r + 1);
  for (let i = 1; i <= r; i++) {
    const o = Math.min(i, h - 1) * w;
    for (let x = 0; x < w; x++) sums[x] += src[o + x];
  }
  for (let y = 0; y < h; y++) {
    const o = y * w;
    const enters = Math.min(y + r + 1, h - 1) * w;
    const leaves = Math.max(y - r, 0) * w;
    for (let x = 0; x < w; x++) {
      out[o + x] = sums[x] * norm;
      sums[x] += src[enters + x] - src[leaves + x];
    }
  }
}
