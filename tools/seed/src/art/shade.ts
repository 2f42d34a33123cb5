import { BOWL, BUBBLE, type Canvas, CRYSTAL, FACE, PAPER, PROP, RIND } from './canvas.js';
import { linear, unfilm } from './colour.js';
import { lightAt, type LightMaps, type Lit, mapLight } from './lighting.js';
import { noise2 } from './noise.js';
import { shadeBubble } from './shade-bubble.js';
import { shadeCrystal } from './shade-crystal.js';
import { shadeFace, shadeRind, shadeWall, type Spot, type Surface } from './shade-surface.js';
import { LIGHT } from './studio.js';
import { clamp, type Vec3 } from './vectors.js';

const PAPER_COLOUR = linear('#f4efe6').map(unfilm) as Vec3;
/** Paper noise repeats in a 256² tile, which looks the same and is cheaper. */
const FIBRE = Float32Array.from({ length: 65536 }, (_, i) => 1 + 0.016 * noise2((i & 255) * 0.5, (i >> 8) * 0.25));

/** Lights every sample once. Lengths in samples: `reach` of shadows, `nearReach` of occlusion, `ground` of the paper. */
export function shade(canvas: Canvas, reach: number, nearReach: number, ground: number): void {
  const { w, h, height, material, light } = canvas;
  for (let k = 0; k < height.length; k++) if (material[k] === PAPER) height[k] = ground;
  const maps = mapLight(canvas, reach, nearReach);
  const earths = canvas.parts.map((part) => part.specimen.habit.earth.map(linear));
  const out: Vec3 = [0, 0, 0];
  const lit: Lit = { sky: 1, light: 1 };
  const surface: Surface = { nx: 0, ny: 0, nz: 1, window: 0, sky: 0 };
  const spot: Spot = { u: 0, v: 0, px: 0, py: 0, pz: 0 };
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const k = y * w + x;
      const half = Math.min(y >> 1, maps.h - 1) * maps.w + Math.min(x >> 1, maps.w - 1);
      const what = material[k];
      if (what === PAPER) {
        shadePaper(canvas, maps, x, y, half);
        continue;
      }
      lightAt(canvas, maps, x, y, half, lit);
      if (what === CRYSTAL) {
        shadeCrystal(canvas, k, x, y, lit, out);
        brightenEdge(canvas, k, lit, out);
      } else if (what === BUBBLE) shadeBubble(canvas, k, x, y, lit, out);
      else {
        measureSurface(canvas, x, y, lit, surface);
        if (what === PROP) shadeProp(canvas, x, y, surface, out);
        else shadeSurface(canvas, x, y, earths, spot, surface, lit, out);
      }
      // light falls off across the picture, and shade is warmed by the paper
      const fall = 1.1 - 0.2 * ((0.5 * x) / w + (0.6 * y) / h);
      const warm = 0.13 * clamp(1 - lit.light * lit.sky);
      light[k * 3] = out[0] * fall * (1 + warm);
      light[k * 3 + 1] = out[1] * fall * (1 + warm * 0.2);
      light[k * 3 + 2] = out[2] * fall * (1 - warm);
    }
  }
}

function shadePaper({ w, h, unit, height, light }: Canvas, maps: LightMaps, x: number, y: number, half: number): void {
  const k = y * w + x;
  const soft = maps.softShadow[half] * 0.75 + maps.shadow[half] * 0.25;
  const contact = clamp((maps.far[half] * 2 - height[k]) / (unit * 0.13));
  const vx = x / w - 0.45;
  const vy = y / h - 0.42;
  const vignette = 1.035 - 0.28 * (vx * vx + vy * vy);
  const s = (1 - 0.52 * soft) * (1 - 0.5 * contact) * vignette * FIBRE[((y & 255) << 8) | (x & 255)];
  light[k * 3] = PAPER_COLOUR[0] * s;
  light[k * 3 + 1] = PAPER_COLOUR[1] * s * (0.98 + 0.02 * s);
  light[k * 3 + 2] = PAPER_COLOUR[2] * s * (0.95 + 0.05 * s);
}

/** Worn edges between facets catch the light. */
function brightenEdge({ w, crystal, face }: Canvas, k: number, { light, sky }: Lit, out: Vec3): void {
  const id = crystal[k];
  if (crystal[k - 1] !== id || crystal[k - w] !== id || crystal[k - w - 1] !== id) return;
  if (face[k - 1] === face[k] && face[k - w] === face[k]) return;
  for (let i = 0; i < 3; i++) out[i] = out[i] * 1.1 + 0.05 * light * sky;
}

function measureSurface({ w, h, height }: Canvas, x: number, y: number, { light, sky }: Lit, surface: Surface): void {
  const k = y * w + x;
  let gx = x > 0 && x < w - 1 ? height[k - 1] - height[k + 1] : 0;
  let gy = y > 0 && y < h - 1 ? height[k - w] - height[k + w] : 0;
  gx = gx > 11 ? 11 : gx < -11 ? -11 : gx;
  gy = gy > 11 ? 11 : gy < -11 ? -11 : gy;
  const l = 1 / Math.sqrt(gx * gx + gy * gy + 4);
  surface.nx = gx * l;
  surface.ny = gy * l;
  surface.nz = 2 * l;
  const facing = surface.nx * LIGHT[0] + surface.ny * LIGHT[1] + surface.nz * LIGHT[2];
  surface.window = facing > 0 ? facing * light : 0;
  surface.sky = (0.34 + 0.2 * surface.nz - 0.1 * surface.ny) * sky;
}

function shadeProp(
  { w, owner, detail, props }: Canvas,
  x: number,
  y: number,
  { window, sky }: Surface,
  out: Vec3,
): void {
  const k = y * w + x;
  const [dark, pale] = props[owner[k]].tint;
  const f = clamp(detail[k], 0, 1.3);
  const fibre = 1 + 0.05 * noise2(x * 0.5, y * 0.06) + 0.04 * noise2(x * 0.3, y * 0.4);
  for (let i = 0; i < 3; i++) out[i] = (dark[i] + (pale[i] - dark[i]) * f) * fibre * (sky + 0.95 * window);
}

function shadeSurface(
  canvas: Canvas,
  x: number,
  y: number,
  earths: Vec3[][],
  spot: Spot,
  surface: Surface,
  lit: Lit,
  out: Vec3,
): void {
  const { w, unit, height, material, owner, detail, parts } = canvas;
  const k = y * w + x;
  const part = parts[owner[k]];
  const { specimen } = part;
  const { U, V } = part.pose;
  const S = part.scale * unit;
  spot.px = (x - part.x * unit) / S;
  spot.py = (y - part.y * unit) / S;
  spot.pz = (height[k] - (part.z ?? 0) * unit) / S;
  spot.u = U[0] * spot.px + U[1] * spot.py + U[2] * spot.pz;
  spot.v = V[0] * spot.px + V[1] * spot.py + V[2] * spot.pz;
  const what = material[k];
  const t = detail[k];
  const { opening } = specimen;
  if (what === FACE && t >= 0 && opening) {
    const turned = part.mirror ? -part.spin : part.spin;
    shadeFace(specimen, opening, spot, t, turned, surface, lit, out);
  } else if (what === RIND || what === FACE) {
    shadeRind(specimen, earths[owner[k]], spot, t, what === FACE, surface, out);
  } else if (what === BOWL) shadeWall(specimen, spot, surface, out);
}
