import type { Part } from './canvas.js';
import { cross, dot, unit, type Vec3 } from './vectors.js';

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
