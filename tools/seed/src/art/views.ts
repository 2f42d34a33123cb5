import type { Scene } from './photograph.js';
import { random } from './random.js';
import { otherHalf, type Specimen } from './specimen.js';

export const VIEWS = ['face', 'turned', 'halves', 'macro', 'rind'] as const;
export type View = (typeof VIEWS)[number];

const UP = -Math.PI / 2;
/** Returns the scale at which the specimen reaches `half` a picture width from its middle. */
const fit = ({ reach }: Specimen, half: number) => half / reach;

/** Makes the scene of one view of an opened specimen. */
export function takeView(specimen: Specimen, view: View): Scene {
  const { seed, origin } = specimen;
  const r = random(`${view}/${seed}`);
  const middle = { specimen, x: 0.49, lean: UP, spin: origin };
  switch (view) {
    case 'face': {
      const tilt = r.range(0.42, 0.56);
      const lean = UP + r.range(-0.35, 0.35);
      return { seed, parts: [{ ...middle, y: 0.6, scale: fit(specimen, 0.47), tilt, lean }] };
    }
    case 'turned': {
      const tilt = r.range(0.78, 0.9);
      const lean = UP + r.pick([-0.6, 0.6]);
      const spin = origin + 1.1;
      return { seed, parts: [{ ...middle, y: 0.6, scale: fit(specimen, 0.49), tilt, lean, spin }] };
    }
    case 'halves': {
      const scale = fit(specimen, 0.325);
      const left = { ...middle, x: 0.35, y: 0.41, scale, tilt: 0.5, lean: UP - 0.3 };
      const spin = Math.PI - origin + r.range(-0.3, 0.3);
      const right = { specimen: otherHalf(specimen), x: 0.63, y: 0.84, scale, tilt: 0.62, lean: UP + 0.5, spin };
      return { seed, parts: [left, { ...right, mirror: true }] };
    }
    case 'macro': {
      const x = r.range(0.4, 0.62);
      const y = r.range(0.5, 0.75);
      const scale = r.range(1.05, 1.3);
      const { cavity, deep } = specimen.habit;
      const lens = { focus: -0.52 * cavity * deep * scale, depth: 0.2 * scale };
      return { seed, oversample: 1.05, lens, parts: [{ ...middle, x, y, scale, tilt: 0.25 }] };
    }
    case 'rind':
      return { seed, parts: [{ ...middle, y: 0.61, scale: fit(specimen, 0.44), tilt: 2.6, whole: true }] };
  }
}
