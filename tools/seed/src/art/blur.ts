import type { Canvas } from './canvas.js';
import { clamp } from './vectors.js';

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

/** The plane of focus, in picture widths above the broken face, and how fast sharpness falls off. */
export interface Lens {
  focus: number;
  depth: number;
}

/**
 * Blurs what lies before and behind the plane of focus, on half the samples: two blurs of the whole picture, mixed by
 * how far out of focus each sample is.
 */
export function defocus(canvas: Canvas, { focus, depth }: Lens): void {
  const { w, h, unit, light, height } = canvas;
  const hw = w >> 1;
  const hh = h >> 1;
  for (let c = 0; c < 3; c++) {
    const half = new Float32Array(hw * hh);
    for (let y = 0; y < hh; y++) {
      for (let x = 0; x < hw; x++) {
        const k = (y * 2 * w + x * 2) * 3 + c;
        // clamped, because a very bright facet would smear into a spot
        half[y * hw + x] = Math.min(2.4, (light[k] + light[k + 3] + light[k + 3 * w] + light[k + 3 * w + 3]) / 4);
      }
    }
    const little = boxBlur(half, hw, hh, 1, 1);
    const much = boxBlur(little, hw, hh, unit * 0.0028);
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const k = y * w + x;
        const out = clamp(Math.abs(height[k] / unit - focus) / depth - 0.35, 0, 2);
        if (out === 0) continue;
        const a = little[sampleAt(x, y, hw, hh)];
        light[k * 3 + c] =
          out < 1 ? light[k * 3 + c] * (1 - out) + a * out : a * (2 - out) + much[sampleAt(x, y, hw, hh)] * (out - 1);
      }
    }
  }
}

const sampleAt = (x: number, y: number, hw: number, hh: number) =>
  Math.min(y >> 1, hh - 1) * hw + Math.min(x >> 1, hw - 1);
