import { type DirectionTable, lookup } from './direction-table.js';
import type { CrystalLayer } from './minerals.js';
import { noise3 } from './noise.js';
import type { Random } from './random.js';
import { cross, unit, type Vec3 } from './vectors.js';

/** A convex solid on the wall of a cavity, in specimen space: (u, v) in the broken face, w out of it. */
export interface Crystal {
  layer: CrystalLayer;
  root: Vec3;
  axis: Vec3;
  size: number;
  length: number;
  /** (n, d) with n·(p − root) ≤ d, four numbers each; last but one is the root, last the broken face. */
  planes: number[];
  /** How dark it is compared with adjacent crystals. */
  shade: number;
}

/** The space in which crystals grow. */
export interface Cavity {
  bowl: DirectionTable;
  centre: [number, number];
  /** Mean radius across the face. */
  radius: number;
  /** Depth, in radii of the cavity. */
  deep: number;
}

const WOBBLE = { point: 0.34, scalenohedron: 0.5, bubble: 0.34, cube: 0.8 };
const MAX_CRYSTALS = 4200;
/** Crystals keep at least this distance to the broken face. */
const UNDER_FACE = -0.022;
const GOLDEN_ANGLE = 2.399963;
const SIXTH = Math.PI / 3;

/** Covers the wall with one layer. A Fibonacci hemisphere spaces the crystals evenly. */
export function growLayer(cavity: Cavity, layer: CrystalLayer, r: Random): Crystal[] {
  const { bowl, centre, radius, deep } = cavity;
  const area = 2 * Math.PI * radius * radius * (0.45 + 0.55 * deep);
  const full = area / (layer.size * layer.size * (layer.form === 'bubble' ? 1.3 : 1.35));
  const count = Math.min(MAX_CRYSTALS, Math.round(full * (layer.share ?? 1)));
  const patch = r.range(0, 50);
  const grown: Crystal[] = [];
  for (let i = 0; i < count; i++) {
    const w = 0.01 - ((i + r.next()) / count) * 1.01;
    const a = i * GOLDEN_ANGLE + r.bell() * 0.5;
    const q = Math.sqrt(1 - w * w);
    const out: Vec3 = layer.share
      ? unit([r.bell(), r.bell(), -Math.abs(r.bell()) * 0.9])
      : [q * Math.cos(a), q * Math.sin(a), w];
    if (layer.share && noise3(out[0] * 1.6 + patch, out[1] * 1.6, out[2] * 1.6) < r.range(-0.45, 0.15)) continue;
    const c = lookup(bowl, ...out);
    const root: Vec3 = [centre[0] + c * out[0], centre[1] + c * out[1], c * out[2]];
    const wobble = WOBBLE[layer.form];
    const axis = unit([
      -out[0] + r.bell() * wobble,
      -out[1] + r.bell() * wobble,
      -out[2] / deep ** 1.4 + r.bell() * wobble + 0.12,
    ]);
    const size = layer.size * Math.exp(r.bell() * 0.42);
    if (layer.form === 'cube') grown.push(...cubes(layer, root, out, axis, size, r));
    else grown.push(single(layer, root, axis, size, r));
  }
  return grown;
}

/** Adds planes given by their share along the axis and their turn around it. */
function solid(axis: Vec3, spin: number) {
  const e1 = unit(cross(axis, [0.31, 0.77, -0.55]));
  const e2 = cross(axis, e1);
  const planes: number[] = [];
  const add = (along: number, azimuth: number, distance: number) => {
    const out = Math.sqrt(1 - along * along);
    const x = Math.cos(azimuth + spin) * out;
    const y = Math.sin(azimuth + spin) * out;
    for (let i = 0; i < 3; i++) planes.push(axis[i] * along + e1[i] * x + e2[i] * y);
    planes.push(distance);
  };
  /** The root, then the broken face, which cuts off what sticks out. */
  const close = (root: Vec3, depth: number) => {
    add(-1, 0, depth);
    planes.push(0, 0, 1, UNDER_FACE - root[2]);
    return planes;
  };
  return { e1, e2, add, close };
}

function single(layer: CrystalLayer, root: Vec3, axis: Vec3, wanted: number, r: Random): Crystal {
  const size =
    layer.form === 'bubble' ? Math.max(wanted * 0.45, Math.min(wanted, UNDER_FACE - 0.002 - root[2])) : wanted;
  const { add, close } = solid(axis, r.range(0, 6.3));
  const room = (l: number) => (axis[2] > 0.05 ? Math.max(size * 0.6, Math.min(l, (-0.03 - root[2]) / axis[2])) : l);
  const [shortest, longest] = layer.length ?? [1, 1];
  const length = layer.form === 'bubble' ? size : room(size * r.range(shortest, longest));
  if (layer.form === 'point') {
    // Six rhombohedral faces at 51.8° (cos = 0.618) over a prism; every other one is smaller.
    for (let k = 0; k < 6; k++) add(0.618, k * SIXTH, 0.618 * length * (1 + (k & 1 ? 0.16 : 0) + r.bell() * 0.07));
    for (let k = 0; k < 6; k++) add(0.02, k * SIXTH, size * (0.88 + r.bell() * 0.13));
  } else if (layer.form === 'scalenohedron') {
    for (let k = 0; k < 6; k++) {
      add(0.3, k * SIXTH + (k & 1 ? -0.28 : 0.28), 0.3 * length * (1 + r.bell() * 0.06));
    }
    for (let k = 0; k < 6; k++) add(-0.34, k * SIXTH + (k & 1 ? 0.28 : -0.28), size);
  }
  const planes = close(root, size * (layer.form === 'scalenohedron' ? 1.2 : 0.7));
  return { layer, root, axis, size, length, planes, shade: Math.exp(r.bell() * 0.3) };
}

/** A cube with smaller ones grown through it: stepped along its own edges, or turned at random. */
function cubes(layer: CrystalLayer, wall: Vec3, out: Vec3, axis: Vec3, size: number, r: Random): Crystal[] {
  const root: Vec3 = [wall[0] - out[0] * size * 0.8, wall[1] - out[1] * size * 0.8, wall[2] - out[2] * size * 0.8];
  const spin = r.range(0, 6.3);
  const grown = [cube(layer, root, axis, size, spin, r)];
  const { e1, e2 } = solid(axis, spin);
  const others = Math.floor(r.range(0, 4));
  for (let i = 0; i < others; i++) {
    const s = size * r.range(0.3, 0.72);
    const turn = r.range(0, 6.3);
    const reach = size * 0.8;
    const step = (k: 0 | 1 | 2) =>
      root[k] + (e1[k] * Math.cos(turn) + e2[k] * Math.sin(turn)) * reach + axis[k] * r.range(-0.3, 0.75) * reach;
    const at: Vec3 = [step(0), step(1), step(2)];
    if (r.next() < 0.55) grown.push(cube(layer, at, axis, s, spin, r));
    else {
      const tipped = unit([axis[0] + r.bell() * 0.9, axis[1] + r.bell() * 0.9, axis[2] + r.bell() * 0.9]);
      grown.push(cube(layer, at, tipped, s, r.range(0, 6.3), r));
    }
  }
  return grown;
}

function cube(layer: CrystalLayer, root: Vec3, axis: Vec3, size: number, spin: number, r: Random): Crystal {
  const { add, close } = solid(axis, spin);
  for (let k = 0; k < 4; k++) add(0, (k * Math.PI) / 2, size * (0.8 + r.bell() * 0.1));
  add(1, 0, size * 0.8);
  // Octahedral corners, most of them too far out to show.
  for (let k = 0; k < 4; k++) add(0.577, Math.PI / 4 + (k * Math.PI) / 2, size * 0.8 * 1.732 * r.range(0.84, 1.12));
  return { layer, root, axis, size, length: size, planes: close(root, size * 0.7), shade: Math.exp(r.bell() * 0.3) };
}
