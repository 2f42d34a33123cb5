import type { Crystal } from './crystals.js';
import type { Pose } from './pose.js';
import type { Specimen } from './specimen.js';
import type { Vec3 } from './vectors.js';

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
