import { bandTable, type BandPalette, type Eye } from './bands.js';
import { type Crystal, growLayer } from './crystals.js';
import { type DirectionTable, lookup, tabulate } from './direction-table.js';
import { type CrystalLayer, type Mineral, RECIPES, type Variety } from './minerals.js';
import { noise2, noise3 } from './noise.js';
import { random, type Random } from './random.js';

/** The look of one specimen. Lengths are in radii of the specimen. */
export interface Habit {
  variety: Variety;
  cavity: number;
  /** Distance of the cavity from the middle. */
  offset: number;
  rind: number;
  /** Depth of the cavity, in radii of the cavity. */
  deep: number;
  lobes: number;
  stretch: number;
  /** Sawn flat; else broken. */
  sawn: boolean;
  /** Fine laminations from rind to cavity. */
  lines: number;
  palette: BandPalette;
  /** How far the bands fold into corners: 0 not at all. */
  fortified: number;
  eyes: number;
  sparkle: number;
  /** Rind: light, dark and pale. */
  earth: [string, string, string];
  layers: CrystalLayer[];
}

/** The broken face and the open cavity. */
export interface Opening {
  bowl: DirectionTable;
  /** Radius of the outline and of the cavity's mouth, by angle; `OUTLINE_STEPS` + 1 entries. */
  outer: Float32Array;
  inner: Float32Array;
  centre: [number, number];
  crystals: Crystal[];
  bands: Float32Array;
  eyes: Eye[];
}

/** One specimen. Build it once and take all views from it, so that shape, bands and crystals are equal. */
export interface Specimen {
  seed: string;
  habit: Habit;
  /** Radius by direction. */
  body: DirectionTable;
  /** The largest radius. */
  reach: number;
  /** Position of this specimen in the noise. */
  origin: number;
  /** Null for an unopened specimen. */
  opening: Opening | null;
}

export interface SpecimenOptions {
  /** Larger crystals, for specimens that are shown small. */
  coarse?: number;
  /** Unopened. */
  closed?: boolean;
}

export const OUTLINE_STEPS = 2048;

const EARTHS: [string, string, string][] = [
  ['#ab987f', '#82705c', '#d0c1a8'],
  ['#9f978b', '#777068', '#c8c1b4'],
  ['#b09272', '#86684a', '#d4bd9d'],
  ['#a59a87', '#837360', '#d8ceb9'],
];

/** Returns the look of a seed's specimen without building it. */
export const habitOf = (seed: string, mineral: Mineral): Habit => grownUp(random(`${mineral}/${seed}`), mineral).habit;

function grownUp(r: Random, mineral: Mineral, coarse = 1): { habit: Habit; origin: number } {
  const { layers, palettes, variety } = RECIPES[mineral](r);
  const origin = r.range(0, 90);
  const habit: Habit = {
    variety,
    cavity: r.range(0.68, 0.82),
    offset: r.range(0, 0.1),
    rind: r.range(0.03, 0.06),
    deep: r.range(0.62, 0.9),
    lobes: r.range(0.5, 1.5),
    stretch: r.range(0, 0.3),
    sawn: r.next() < 0.35,
    lines: r.range(9, 26),
    palette: r.pick(palettes),
    sparkle: r.range(0.7, 1.3),
    earth: r.pick(EARTHS),
    fortified: r.next() < 0.45 ? r.range(0.12, 0.3) : 0,
    eyes: r.next() < 0.35 ? Math.floor(r.range(1, 4)) : 0,
    layers: layers.map((layer) => ({ ...layer, size: layer.size * coarse })),
  };
  return { habit, origin };
}

export function makeSpecimen(seed: string, mineral: Mineral, { coarse = 1, closed = false }: SpecimenOptions = {}) {
  const r = random(`${mineral}/${seed}`);
  const { habit, origin } = grownUp(r, mineral, coarse);
  const axis = r.range(0, Math.PI);
  const body = bodyTable(habit, origin, axis);
  const reach = body.reduce((a, b) => Math.max(a, b), 0);
  const specimen: Specimen = { seed, habit, body, reach, origin, opening: null };
  if (!closed) specimen.opening = open(specimen, axis, r);
  return specimen;
}

function bodyTable({ lobes, stretch }: Habit, o: number, axis: number): DirectionTable {
  const ca = Math.cos(axis);
  const sa = Math.sin(axis);
  return tabulate((x, y, z) => {
    const oval = 1 + stretch * ((x * ca + y * sa) ** 2 - 0.5) - 0.1 * z * z;
    const swell = 0.085 * lobes * noise3(x * 1.3 + o, y * 1.3, z * 1.3);
    const lobe = 0.05 * lobes * noise3(x * 2.9, y * 2.9 + o, z * 2.9);
    const knob = Math.abs(noise3(x * 5.5, y * 5.5, z * 5.5 + o)) * 0.06;
    return oval * (1 + swell + lobe + knob - 0.03);
  });
}

function open({ habit, body, origin: o }: Specimen, axis: number, r: Random): Opening {
  const ca = Math.cos(axis);
  const sa = Math.sin(axis);
  const at = r.range(0, 2 * Math.PI);
  const centre: [number, number] = [Math.cos(at) * habit.offset, Math.sin(at) * habit.offset];
  const bowl = tabulate((x, y, z) => {
    const shape = 1 / Math.sqrt(x * x + y * y + (z / habit.deep) ** 2);
    const swell = 0.16 * noise3(x * 1.5, y * 1.5 + o, z * 1.5 + 7) + 0.1 * noise3(x * 3.4 + 3, y * 3.4, z * 3.4 + o);
    let c = habit.cavity * shape * (1 + swell + habit.stretch * 0.6 * ((x * ca + y * sa) ** 2 - 0.5));
    for (let k = 0; k < 3; k++) {
      // stay inside the body
      const px = centre[0] + c * x;
      const py = centre[1] + c * y;
      const pz = c * z;
      const l = Math.hypot(px, py, pz);
      const limit = 0.9 * lookup(body, px / l, py / l, pz / l);
      if (l > limit) c *= limit / l;
    }
    return c;
  });
  const outer = new Float32Array(OUTLINE_STEPS + 1);
  const inner = new Float32Array(OUTLINE_STEPS + 1);
  for (let i = 0; i <= OUTLINE_STEPS; i++) {
    const a = (i / OUTLINE_STEPS) * 2 * Math.PI;
    const x = Math.cos(a);
    const y = Math.sin(a);
    const chips = 0.012 * noise2(x * 14 + o, y * 14) * (habit.sawn ? 0.4 : 1) + 0.006 * noise2(x * 40, y * 40 + o);
    outer[i] = lookup(body, x, y, 0) - 0.008 + chips;
    const bays = 0.05 * Math.abs(noise2(x * 9 + o, y * 9)) + 0.026 * Math.abs(noise2(x * 23, y * 23 + o));
    inner[i] = lookup(bowl, x, y, 0) * (1 - 0.035 - bays + 0.005 * noise2(x * 60, y * 60));
  }
  const bands = bandTable(r, habit.palette, habit.layers[0].glow);
  const crystals = grow(habit, bowl, centre, r);
  return { bowl, outer, inner, centre, bands, crystals, eyes: placeEyes(habit, outer, inner, r) };
}

const grow = (habit: Habit, bowl: DirectionTable, centre: [number, number], r: Random) =>
  habit.layers.flatMap((layer) => growLayer({ bowl, centre, radius: habit.cavity, deep: habit.deep }, layer, r));

/** Places eyes in the agate between rind and quartz, if it is wide enough. */
function placeEyes(habit: Habit, outer: Float32Array, inner: Float32Array, r: Random): Eye[] {
  return Array.from({ length: habit.eyes }, () => {
    const k = Math.floor(r.next() * OUTLINE_STEPS);
    const a = (k / OUTLINE_STEPS) * 2 * Math.PI;
    const wall = outer[k] - inner[k];
    const from = outer[k] - habit.rind - wall * r.range(0.2, 0.42);
    return { x: Math.cos(a) * from, y: Math.sin(a) * from, radius: Math.min(0.1, wall * r.range(0.2, 0.36)) };
  });
}

/** Makes the other half: outline and bands match, cavity and crystals differ. */
export function otherHalf(specimen: Specimen): Specimen {
  const { opening, habit, body, seed } = specimen;
  if (!opening) return specimen;
  const turned = (table: DirectionTable) => tabulate((x, y, z) => lookup(table, x, y, -z));
  const bowl = turned(opening.bowl);
  const crystals = grow(habit, bowl, opening.centre, random(`other half/${seed}`));
  return { ...specimen, body: turned(body), opening: { ...opening, bowl, crystals } };
}
