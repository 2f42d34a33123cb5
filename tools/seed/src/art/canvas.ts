import { type Vec3, cross, dot, unit } from './vectors.js';
import type { Crystal } from './crystals.js';
import type { Specimen } from './specimen.js';

/** Axes of specimen space (u, v in the face, w out of it) in view space. */
export interface Pose {
  U: Vec3;
  V: Vec3;
  N: Vec3;
}

/** Rotates about an axis in the picture plane (Rodrigues), after a spin within the face. */
export function poseOf({ tilt, lean, spin, mirror }: Part): Pose {
  const c = Math.cos(tilt);
  const s = Math.sin(tilt);
  const n: Vec3 = [s * Math.cos(lean), s * Math.sin(lean), c];
  const hinge = cross([0, 0, 1], n);
  const h = unit([hinge[0] + 1e-9, hinge[1], hinge[2]]); // a face turned to the viewer has no hinge
  const turn = (v: Vec3): Vec3 => {
    const k = cross(h, v);
    const d = dot(h, v) * (1 - c);
    return [v[0] * c + k[0] * s + h[0] * d, v[1] * c + k[1] * s + h[1] * d, v[2] * c + k[2] * s + h[2] * d];
  };
  const x: Vec3 = [Math.cos(spin), Math.sin(spin), 0];
  const U = turn(x);
  return { U: mirror ? [-U[0], -U[1], -U[2]] : U, V: turn(cross([0, 0, 1], x)), N: turn([0, 0, 1]) };
}

/** Materials of a sample. */
export const PAPER = 0;
export const RIND = 1;
export const FACE = 2;
export const BOWL = 3;
export const CRYSTAL = 4;
export const BUBBLE = 5;
export const PROP = 6;

/** A specimen in a scene. Positions and scale are in picture widths; y grows downwards, z towards the viewer. */
export interface Part {
  specimen: Specimen;
  x: number;
  y: number;
  z?: number;
  /** Picture widths to one radius. */
  scale: number;
  /** Angle between the broken face and the viewer. */
  tilt: number;
  /** Direction in which the face leans. */
  lean: number;
  spin: number;
  mirror?: boolean;
  /** Show the rind only. */
  whole?: boolean;
}

export interface PlacedPart extends Part {
  pose: Pose;
}

/** A crystal as it stands in the picture; lengths in samples. */
export interface PlacedCrystal {
  crystal: Crystal;
  x: number;
  y: number;
  z: number;
  size: number;
  /** Its planes in view space. */
  planes: Float32Array;
  count: number;
  part: number;
}

/** Packing or a box. Its tint runs from the first colour to the second. */
export interface Prop {
  tint: [Vec3, Vec3];
  place(canvas: Canvas, owner: number): void;
}

/** The oversampled picture in progress: heights and materials first, then light. Lengths in samples. */
export interface Canvas {
  w: number;
  h: number;
  /** One picture width. */
  unit: number;
  height: Float32Array;
  material: Uint8Array;
  /** Which part or prop. */
  owner: Uint8Array;
  /** By material: position across the bands, weathering of the rind, tint of a prop. */
  detail: Float32Array;
  /** Which crystal, -1 for none, and which of its faces. */
  crystal: Int32Array;
  face: Uint8Array;
  /** Linear r, g, b. */
  light: Float32Array;
  parts: PlacedPart[];
  props: Prop[];
  crystals: PlacedCrystal[];
}

type Buffers = Pick<Canvas, 'height' | 'material' | 'owner' | 'detail' | 'crystal' | 'face' | 'light'>;
let pool: (Buffers & { samples: number }) | undefined;

/** Reuses the memory of the last canvas if the size is equal, so finish one canvas before making the next. */
export function blankCanvas(w: number, h: number, parts: PlacedPart[], props: Prop[]): Canvas {
  const samples = w * h;
  if (pool?.samples !== samples) {
    pool = {
      samples,
      height: new Float32Array(samples),
      material: new Uint8Array(samples),
      owner: new Uint8Array(samples),
      detail: new Float32Array(samples),
      crystal: new Int32Array(samples),
      face: new Uint8Array(samples),
      light: new Float32Array(samples * 3),
    };
  }
  pool.height.fill(-1e6);
  pool.material.fill(PAPER);
  pool.crystal.fill(-1);
  const { height, material, owner, detail, crystal, face, light } = pool;
  return { w, h, unit: w, height, material, owner, detail, crystal, face, light, parts, props, crystals: [] };
}
