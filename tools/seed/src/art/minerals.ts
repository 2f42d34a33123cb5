import type { BandPalette } from './bands.js';
import type { Random } from './random.js';
import type { Vec3 } from './vectors.js';

export const MINERALS = ['quartz', 'amethyst', 'calcite', 'chalcedony', 'pyrite'] as const;
export type Mineral = (typeof MINERALS)[number];

/** Absorption and scattering of light in a crystal. */
export interface Stuff {
  /** Beer-Lambert coefficients per crystal width, linear r, g, b. */
  absorb: Vec3;
  /** Share of white scattering at the root. */
  milk: number;
  glow: Vec3;
}

/** One generation of crystals on the wall of the cavity. */
export interface CrystalLayer extends Stuff {
  form: 'point' | 'scalenohedron' | 'bubble' | 'cube';
  /** Half the width, in radii of the specimen. */
  size: number;
  /** Shortest and longest, in sizes. */
  length?: [number, number];
  /** Share of the wall that it covers in patches. Default: all. */
  share?: number;
}

/** The visible variety, so that descriptions match the picture. */
export type Variety =
  'clear' | 'warm' | 'smoky' | 'pale' | 'deep' | 'honey' | 'white' | 'blue' | 'grey' | 'lavender' | 'tan' | 'brass';

export interface Recipe {
  variety: Variety;
  layers: CrystalLayer[];
  palettes: BandPalette[];
}

const CLEAR: Stuff = { absorb: [0.03, 0.035, 0.05], milk: 0.42, glow: [1.16, 1.15, 1.13] };
const WARM: Stuff = { absorb: [0.1, 0.17, 0.32], milk: 0.45, glow: [0.96, 0.9, 0.8] };
const SMOKY: Stuff = { absorb: [0.42, 0.62, 0.9], milk: 0.16, glow: [0.66, 0.53, 0.42] };
const DRUSE: Stuff = { absorb: [0.03, 0.09, 0.2], milk: 0.62, glow: [1.18, 1.12, 1.02] };
const HONEY: Stuff = { absorb: [0.03, 0.42, 1.5], milk: 0.34, glow: [1.12, 0.67, 0.2] };
const WHITE: Stuff = { absorb: [0.02, 0.06, 0.16], milk: 0.85, glow: [1.22, 1.16, 1.04] };
const OPAQUE = { absorb: [0, 0, 0] as Vec3, milk: 1 };

const SKINS: { variety: Variety; glow: Vec3 }[] = [
  { variety: 'blue', glow: [0.4, 0.52, 0.68] },
  { variety: 'blue', glow: [0.47, 0.56, 0.66] },
  { variety: 'grey', glow: [0.56, 0.61, 0.66] },
  { variety: 'lavender', glow: [0.53, 0.52, 0.63] },
  { variety: 'tan', glow: [0.7, 0.6, 0.53] },
];

const QUARTZES: { variety: Variety; stuff: Stuff }[] = [
  { variety: 'clear', stuff: CLEAR },
  { variety: 'clear', stuff: CLEAR },
  { variety: 'warm', stuff: WARM },
  { variety: 'smoky', stuff: SMOKY },
];

/** How each type grows. Random numbers are drawn in this order; changing it changes the specimen of every seed. */
export const RECIPES: Record<Mineral, (r: Random) => Recipe> = {
  quartz: (r) => {
    const { variety, stuff } = r.pick(QUARTZES);
    const size = r.range(0.034, 0.085);
    return {
      variety,
      layers: [
        { form: 'point', size, length: [1.5, 2.6], ...stuff },
        { form: 'point', size: size * 1.7, length: [1.6, 2.8], share: 0.12, ...stuff },
      ],
      palettes: ['cream', 'slate', 'rust'],
    };
  },
  amethyst: (r) => {
    const depth = r.range(0.7, 1.5);
    const size = r.range(0.036, 0.075);
    const variety = depth < 0.95 ? 'pale' : 'deep';
    const stuff: Stuff =
      variety === 'pale'
        ? { absorb: [0.4 * depth, 0.72 * depth, 0.17 * depth], milk: 0.3, glow: [0.86, 0.73, 1] }
        : { absorb: [0.72 * depth, 1.45 * depth, 0.34 * depth], milk: 0.2, glow: [0.66, 0.5, 0.86] };
    return {
      variety,
      layers: [
        { form: 'point', size, length: [1.2, 2.1], ...stuff },
        { form: 'point', size: size * 1.6, length: [1.3, 2.2], share: 0.16, ...stuff },
      ],
      palettes: ['slate', 'cream', 'violet'],
    };
  },
  calcite: (r) => {
    const variety = r.next() < 0.7 ? 'honey' : 'white';
    const stuff = variety === 'honey' ? HONEY : WHITE;
    const size = r.range(0.075, 0.115);
    return {
      variety,
      layers: [
        { form: 'point', size: 0.03, length: [1.1, 2.2], ...DRUSE },
        { form: 'scalenohedron', size, length: [2.4, 3.6], share: r.range(0.4, 0.8), ...stuff },
      ],
      palettes: ['cream', 'rust', 'slate'],
    };
  },
  chalcedony: (r) => {
    const { variety, glow } = r.pick(SKINS);
    return {
      variety,
      layers: [
        { form: 'bubble', size: r.range(0.04, 0.07), ...OPAQUE, glow },
        { form: 'bubble', size: r.range(0.09, 0.13), share: 0.4, ...OPAQUE, glow },
      ],
      palettes: ['slate', 'slate', 'cream', 'violet'],
    };
  },
  pyrite: (r) => ({
    variety: 'brass',
    layers: [
      { form: 'point', size: r.range(0.026, 0.04), length: [1.1, 2.1], ...r.pick([DRUSE, SMOKY, WARM]) },
      {
        form: 'cube',
        size: r.range(0.036, 0.056),
        share: r.range(0.14, 0.3),
        absorb: [0, 0, 0],
        milk: 0,
        glow: [0.8, 0.6, 0.26],
      },
    ],
    palettes: ['rust', 'slate', 'cream'],
  }),
};
