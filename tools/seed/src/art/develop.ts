import { boxBlur } from './blur.js';
import { BUBBLE, type Canvas, CRYSTAL } from './canvas.js';
import { clamp, film } from './vectors.js';
import { random } from './random.js';

const CURVE = Uint8Array.from({ length: 4097 }, (_, i) => Math.round(255 * clamp(film((i / 4096) * 4)) ** (1 / 2.2)));

const GRAIN = (() => {
  const r = random('grain');
  return Int8Array.from({ length: 65536 }, () => Math.round(r.bell() * 3));
})();

/** Adds glare around the brightest facets and applies the film curve. Returns 8-bit RGB. `soften` smooths crystal edges. */
export function develop(canvas: Canvas, soften: boolean): Buffer {
  const { w, h, light, crystal } = canvas;
  const bytes = Buffer.allocUnsafe(w * h * 3);
  const { halo, bw, bh } = glare(canvas);
  const row = 3 * w;
  for (let y = 0; y < h; y++) {
    const inside = soften && y > 0 && y < h - 1;
    for (let x = 0; x < w; x++) {
      const p = y * w + x;
      const k = p * 3;
      const id = crystal[p];
      const edge =
        inside && (id !== crystal[p - 1] || id !== crystal[p + 1] || id !== crystal[p - w] || id !== crystal[p + w]);
      const stray = halo[Math.min(y >> 2, bh - 1) * bw + Math.min(x >> 2, bw - 1)] * 0.35;
      for (let i = k; i < k + 3; i++) {
        const c = edge
          ? light[i] * 0.4 + (light[i - 3] + light[i + 3] + light[i - row] + light[i + row]) * 0.15
          : light[i];
        const v = (c + stray) * 1024;
        bytes[i] = CURVE[v > 4096 ? 4096 : v > 0 ? v | 0 : 0];
      }
    }
  }
  return bytes;
}

function glare({ w, h, unit, light, material }: Canvas) {
  const bw = w >> 2;
  const bh = h >> 2;
  const bright = new Float32Array(bw * bh);
  for (let y = 0; y < bh; y++) {
    for (let x = 0; x < bw; x++) {
      let sum = 0;
      for (let j = 0; j < 4; j++) {
        for (let i = 0; i < 4; i++) {
          const k = (y * 4 + j) * w + x * 4 + i;
          if (material[k] !== CRYSTAL && material[k] !== BUBBLE) continue;
          const over = Math.min(4, light[k * 3 + 1]) - 0.85;
          if (over > 0) sum += over;
        }
      }
      bright[y * bw + x] = sum / 16;
    }
  }
  return { halo: boxBlur(bright, bw, bh, unit * 0.0035), bw, bh };
}

/** Adds film grain in place. */
export function addGrain(pixels: Buffer, start: number): void {
  for (let i = 0, p = start; i < pixels.length; i += 3, p++) {
    const q = GRAIN[(p ^ ((p >> 7) * 5)) & 65535];
    for (let c = i; c < i + 3; c++) {
      const v = pixels[c] + q;
      pixels[c] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
  }
}
