import { type Vec3, linear, smooth } from './vectors.js';
import { GX } from './noise.js';
import type { Random } from './random.js';

const PALETTES = {
  cream: ['#d8cdb9', '#b9a68a', '#e6ddcf', '#97826a', '#c8bba5', '#efe8da', '#a99880'],
  slate: ['#8d9296', '#bfc3c4', '#686e74', '#dcdcd8', '#a0a4a5', '#5b5f64', '#cbc9c3'],
  rust: ['#906a50', '#d2bea4', '#6d4a37', '#ad8a68', '#e0d4c0', '#80614f', '#bea486'],
  violet: ['#9c95a3', '#d0cace', '#7d7585', '#e3dcdc', '#b1a8b3', '#685f70', '#c3b8ae'],
};
export type BandPalette = keyof typeof PALETTES;

/** Entries of a band table; each is linear r, g, b and translucency, from the rind to the cavity. */
export const BAND_ENTRIES = 1024;

/** Makes random agate bands, then quartz that takes on the colour of the crystals at its end. */
export function bandTable(r: Random, palette: BandPalette, glow: Vec3): Float32Array {
  const colours = PALETTES[palette].map(linear);
  const quartz = (f: number, dim = 1): Vec3 => {
    const q = linear('#d6d2ca');
    const at = (i: 0 | 1 | 2) => (q[i] * (1 - f) + q[i] * f * glow[i] * 1.1) * dim;
    return [at(0), at(1), at(2)];
  };
  const stops: { at: number; colour: Vec3; clear: number }[] = [];
  for (let at = 0; at < 0.62; at += r.range(0.015, 0.12)) stops.push({ at, colour: r.pick(colours), clear: r.next() });
  stops.push({ at: 0.66, colour: quartz(0.1), clear: 0.8 });
  stops.push({ at: 0.82, colour: quartz(0.45, 0.8), clear: 1 });
  stops.push({ at: 1.01, colour: quartz(0.8), clear: 0.9 });
  const table = new Float32Array(BAND_ENTRIES * 4);
  for (let i = 0, s = 0; i < BAND_ENTRIES; i++) {
    const t = i / (BAND_ENTRIES - 1);
    while (s < stops.length - 2 && t >= stops[s + 1].at) s++;
    const from = stops[s];
    const to = stops[s + 1];
    const f = smooth(0.55, 1, (t - from.at) / (to.at - from.at));
    for (let c = 0; c < 3; c++) table[i * 4 + c] = from.colour[c] + (to.colour[c] - from.colour[c]) * f;
    table[i * 4 + 3] = from.clear + (to.clear - from.clear) * f;
  }
  return table;
}

/** A round growth with its own bands in the agate, cut across. In specimen space. */
export interface Eye {
  x: number;
  y: number;
  radius: number;
}

/** Returns the band coordinate at (u, v): the plain coordinate plus sharp folds (fortification) and eyes. */
export function foldBands(
  t: number,
  u: number,
  v: number,
  fold: number,
  fortified: number,
  eyes: Eye[],
  rough: number,
) {
  // Band surfaces meet in creases where |noise| has its corners.
  let folded = t - (Math.abs(fold) - 0.3) * fortified * t * (1 - t) * 4;
  for (const eye of eyes) {
    const dx = u - eye.x;
    const dy = v - eye.y;
    const d = Math.sqrt(dx * dx + dy * dy) / eye.radius + rough * 0.16;
    if (d < 1) folded -= 0.42 * (1 - d) ** 1.15; // rings join the bands around them
  }
  return folded;
}

const HALF_TURN = Math.PI;

/**
 * Returns the tone, -1 to 1, of quartz needles that grow inwards, fine at the foot and coarse at the end. Light and dark
 * alternate because each needle turns one side to the light. `angle` is measured at the middle of the cavity.
 */
export function needles(angle: number, t: number, lightAngle: number, bend: number): number {
  const towards = Math.sin(angle - lightAngle + 0.4);
  const coarse = smooth(0.64, 0.95, t);
  const around = (angle / HALF_TURN) * (1 + bend * 0.012);
  return palisade(around * 190, towards) * (1 - coarse) + palisade(around * 74 + bend * 1.6, towards) * coarse;
}

function palisade(s: number, towards: number): number {
  const cell = Math.floor(s);
  const across = s - cell;
  const ridge = 0.35 + 0.2 * GX[(cell * 37) & 255];
  const side = across < ridge ? 1 : -1;
  const gap = across < 0.12 ? -0.7 * (1 - across / 0.12) : 0;
  return 0.45 * GX[(cell * 91 + 17) & 255] + 0.6 * side * towards + gap;
}
