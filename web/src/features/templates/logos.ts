import { logoPaths } from '../../app/logo-paths.js';
import { outlines } from './outlines.js';

/** Paint of a shape; `ground` cuts through to the background. */
export type Paint = 'ink' | 'accent' | 'ground';

export interface Shape {
  /** The `d` attribute of an SVG path. */
  d: string;
  fill?: Paint;
  stroke?: Paint;
  /** Stroke width, in the shape's own units. */
  width?: number;
  /** Position in the logo: x, y, scale. */
  at?: readonly [x: number, y: number, scale: number];
}

export interface Logo {
  id: string;
  name: string;
  idea: string;
  width: number;
  height: number;
  shapes: readonly Shape[];
}

/** The mark of the site's header, on a square of 32. */
export const cutGeode: readonly Shape[] = [
  { d: logoPaths.rind, stroke: 'ink', width: 1.5 },
  { d: logoPaths.crystal, fill: 'accent', stroke: 'accent', width: 1 },
  { d: logoPaths.cuts, stroke: 'ground', width: 1 },
];

/** Agate bands round a hollow, on a square of 100. */
const bands: readonly Shape[] = [
  {
    d: 'M100.5 50C100.9 55.5 99.2 62 96.7 67C94.3 72 89.9 76.3 86 80.2C82.1 84.1 77.9 87.6 73.2 90.3C68.6 93 63.4 95.5 58.2 96.4C53 97.3 47.1 96.7 42 95.5C36.8 94.3 31.8 92 27.3 89.3C22.8 86.7 18.2 83.5 14.8 79.6C11.3 75.6 8.6 70.7 6.8 65.7C5 60.8 4.3 55.4 3.9 50C3.4 44.6 3 38.8 4.2 33.3C5.3 27.8 7.2 21.4 10.7 17C14.2 12.6 20 9.1 25.2 7.1C30.5 5.1 36.7 5 42.1 5C47.5 4.9 52.7 5.5 57.6 6.7C62.6 7.8 67.5 9.5 72 12C76.4 14.4 80.4 17.7 84.2 21.3C88 24.9 91.9 29 94.7 33.7C97.4 38.5 100.2 44.5 100.5 50Z',
    stroke: 'ink',
    width: 2.4,
  },
  {
    d: 'M93.5 50C93.8 54.8 92.4 60.3 90.3 64.7C88.2 69 84.4 72.7 81 76C77.6 79.4 74 82.4 70 84.7C66 87 61.5 89.2 57 90C52.6 90.7 47.5 90.2 43.1 89.2C38.7 88.2 34.3 86.2 30.4 83.9C26.5 81.6 22.6 78.9 19.6 75.5C16.7 72.1 14.3 67.8 12.7 63.6C11.2 59.3 10.6 54.7 10.3 50C9.9 45.3 9.5 40.4 10.5 35.6C11.5 30.9 13.1 25.3 16.1 21.6C19.2 17.8 24.1 14.8 28.7 13C33.2 11.3 38.5 11.3 43.2 11.2C47.8 11.1 52.3 11.7 56.6 12.7C60.9 13.7 65.1 15.1 68.9 17.2C72.7 19.3 76.2 22.1 79.5 25.3C82.7 28.4 86.1 31.9 88.5 36C90.8 40.1 93.2 45.2 93.5 50Z',
    stroke: 'ink',
    width: 1.1,
  },
  {
    d: 'M88.1 50C88.3 54.2 87 59 85.2 62.8C83.4 66.6 80.1 69.8 77.1 72.7C74.2 75.7 71 78.3 67.5 80.3C64 82.4 60.1 84.3 56.2 84.9C52.2 85.6 47.8 85.1 44 84.3C40.1 83.4 36.3 81.6 32.9 79.6C29.5 77.6 26 75.2 23.5 72.3C20.9 69.3 18.8 65.6 17.4 61.9C16.1 58.1 15.6 54.1 15.3 50C14.9 45.9 14.6 41.6 15.5 37.4C16.3 33.3 17.8 28.5 20.4 25.2C23 21.9 27.4 19.2 31.3 17.7C35.3 16.2 39.9 16.1 44 16.1C48.1 16 52 16.5 55.8 17.4C59.5 18.2 63.2 19.5 66.5 21.4C69.9 23.2 72.9 25.6 75.8 28.4C78.6 31.1 81.6 34.2 83.6 37.8C85.7 41.4 87.8 45.8 88.1 50Z',
    stroke: 'accent',
    width: 3.4,
  },
  {
    d: 'M80.6 50C80.9 53.4 79.8 57.3 78.3 60.3C76.9 63.4 74.2 66 71.8 68.3C69.4 70.7 66.9 72.8 64.1 74.4C61.3 76 58.1 77.6 55 78.1C51.8 78.7 48.3 78.3 45.1 77.6C42 76.9 39 75.5 36.2 73.8C33.5 72.2 30.7 70.3 28.6 67.9C26.6 65.5 24.9 62.5 23.8 59.5C22.7 56.6 22.3 53.3 22 50C21.8 46.7 21.5 43.2 22.2 39.9C22.9 36.5 24 32.7 26.2 30C28.3 27.4 31.8 25.2 35 24C38.1 22.8 41.9 22.7 45.2 22.7C48.5 22.6 51.6 23 54.6 23.7C57.7 24.4 60.6 25.5 63.3 26.9C66 28.4 68.4 30.4 70.7 32.6C73 34.8 75.4 37.2 77.1 40.1C78.7 43 80.4 46.6 80.6 50Z',
    fill: 'ink',
  },
  {
    d: 'M77.4 50L66.1 54L73.4 62.3L62.8 62.5L64.3 70.7L55.9 63.5L53.1 75.3L48.4 62.8L41.2 73.1L40.1 62.9L31.3 66.5L35.1 58.8L25.8 56L36.6 50L24.9 43.8L37.1 42.4L29.1 31.5L38.3 34.8L40.8 25.8L48.1 34.2L52.9 26.2L54.8 38.9L63.6 30.4L60.2 40L72.2 38.4L68.2 45.6Z',
    fill: 'ground',
  },
];

/** A geode cut by a river, on a square of 100. */
const banks: readonly Shape[] = [
  {
    d: 'M40 5L44.1 5L31.6 5.6L25.2 7.1L19.1 9.8L13.7 13.7L9.4 18.8L6.3 24.8L4.5 31.2L3.7 37.6L3.6 43.9L3.9 50L4.5 56L5.7 61.9L7.4 67.6L10 73.1L13.5 78L17.6 82.4L22.3 86.1L27.3 89.3L32.6 92L38.1 94.3L44 96L48 96.6L49.3 96.6L51.7 87.5L52.9 78.3L52.4 69.1L50.5 60L47.7 50.8L44.8 41.6L42.6 32.5L41.9 23.3L42.8 14.1L45 5Z',
    fill: 'ink',
  },
  {
    d: 'M41.5 11.7L38 11.8L32.5 12.5L27.1 14.1L22.1 16.8L17.8 20.5L14.4 25.1L12.2 30.3L11 35.8L10.5 41.2L10.5 46.5L10.9 51.7L11.6 56.8L12.7 61.8L14.4 66.6L16.9 71.1L20 75.2L23.7 78.7L27.8 81.7L32.2 84.3L36.7 86.5L41.5 88.2L46.5 89.4L50 89.8L51.2 89.8L52.6 82L52.9 74.2L52 66.4L50.1 58.6L47.6 50.8L45.1 42.9L43.1 35.1L42 27.3L42.1 19.5L43.3 11.7Z',
    fill: 'ground',
  },
  {
    d: 'M42.4 15.5L37.5 15.8L32.6 16.7L27.9 18.4L23.5 21.1L19.9 24.7L17.2 29.1L15.5 33.9L14.7 38.9L14.4 43.7L14.6 48.5L15 53.1L15.7 57.6L16.9 62.1L18.7 66.3L21.1 70.3L24.1 73.8L27.5 76.8L31.3 79.3L35.3 81.5L39.5 83.4L43.9 84.8L48.4 85.7L51.6 85.9L52 85.9L52.8 78.9L52.7 71.8L51.6 64.8L49.9 57.7L47.6 50.7L45.4 43.7L43.5 36.6L42.2 29.6L41.9 22.5L42.5 15.5Z',
    fill: 'ink',
  },
  {
    d: 'M41.8 19.4L37.5 19.8L33.1 20.8L29 22.6L25.3 25.3L22.4 28.8L20.3 32.8L19 37.2L18.5 41.6L18.4 45.8L18.6 50L19.1 54.1L19.8 58.1L21 62L22.8 65.7L25.1 69.1L27.9 72.1L31.1 74.6L34.5 76.8L38.1 78.6L41.9 80.2L45.9 81.3L50 81.9L51.4 81.9L52.6 81.9L52.9 75.7L52.4 69.4L51.3 63.2L49.6 56.9L47.6 50.6L45.6 44.4L43.8 38.1L42.5 31.9L41.9 25.6L42.1 19.4Z',
    fill: 'ground',
  },
  {
    d: 'M41.3 22.3L37.3 22.8L33.4 24L29.8 25.9L26.6 28.6L24.2 32L22.6 35.7L21.7 39.7L21.4 43.7L21.4 47.5L21.7 51.2L22.1 54.9L23 58.5L24.2 62L26 65.3L28.3 68.2L30.9 70.8L33.9 73L37.1 74.9L40.4 76.4L43.9 77.7L47.5 78.6L52.5 78.9L51.3 78.9L52.8 78.9L52.8 73.3L52.2 67.6L51 61.9L49.4 56.3L47.6 50.6L45.8 45L44.1 39.3L42.8 33.6L42.1 28L41.9 22.3Z',
    fill: 'ink',
  },
  {
    d: 'M42.6 34.1L40.3 34.7L38.1 35.9L36.3 37.5L34.9 39.4L33.9 41.6L33.4 44L33.2 46.3L33.2 48.5L33.4 50.7L33.7 52.9L34.2 55L34.9 57L35.9 59L37.3 60.7L38.8 62.2L40.6 63.5L42.4 64.6L44.4 65.5L46.4 66.2L48.5 66.8L51.5 66.9L50.7 67L52.1 67L51.4 63.7L50.6 60.4L49.7 57.1L48.6 53.8L47.6 50.5L46.5 47.2L45.5 43.9L44.5 40.7L43.6 37.4L42.9 34.1Z',
    fill: 'ground',
  },
  {
    d: 'M51.9 5.7L57.6 6.7L63.2 8.1L68.5 10.2L73.6 12.9L78.3 16.2L82.8 20L87 24.1L91 28.7L94.7 33.7L97.8 39.4L99.9 45.6L100.6 52.2L99.9 58.8L97.7 65.1L94.4 70.7L90.4 75.7L86 80.2L81.4 84.2L76.6 88L71.5 91.3L66 94.1L60.2 96L56.1 96.7L54.5 96.7L56.9 87.6L58.1 78.5L57.6 69.4L55.8 60.3L53 51.2L50.1 42.1L47.9 33L47.1 23.9L47.9 14.8L50 5.7Z',
    fill: 'accent',
  },
];

/** Crystal points, on a square of 100. */
const points: readonly Shape[] = [
  { d: 'M30 82.6L11.1 54.7L10.3 40.4L15.2 46.8L36.4 78.2Z', fill: 'ink', stroke: 'ground', width: 1.6 },
  { d: 'M36.4 78.2L15.2 46.8L10.3 40.4L21.9 47.4L40.7 75.3Z', fill: 'accent', stroke: 'ground', width: 1.6 },
  { d: 'M59.2 75L77.8 49.4L91 43.7L86.7 50.5L65.5 79.6Z', fill: 'ink', stroke: 'ground', width: 1.6 },
  { d: 'M65.5 79.6L86.7 50.5L91 43.7L88.3 57.1L69.7 82.7Z', fill: 'accent', stroke: 'ground', width: 1.6 },
  { d: 'M34.2 83.6L22.6 37.3L27.3 21.4L30.2 30.3L42.9 81.5Z', fill: 'ink', stroke: 'ground', width: 1.6 },
  { d: 'M42.9 81.5L30.2 30.3L27.3 21.4L37.2 33.7L48.7 80Z', fill: 'accent', stroke: 'ground', width: 1.6 },
  { d: 'M52.1 79.5L64.9 37.7L77.1 26.5L74.9 35.6L60.7 82.2Z', fill: 'ink', stroke: 'ground', width: 1.6 },
  { d: 'M60.7 82.2L74.9 35.6L77.1 26.5L79.2 42.1L66.4 83.9Z', fill: 'accent', stroke: 'ground', width: 1.6 },
  { d: 'M40.9 84.8L41.9 26L52.3 9L52.8 20.2L51.7 85Z', fill: 'ink', stroke: 'ground', width: 1.6 },
  { d: 'M51.7 85L52.8 20.2L52.3 9L59.9 26.3L58.9 85.2Z', fill: 'accent', stroke: 'ground', width: 1.6 },
  { d: 'M8 73C20 77 33 78 50 78S80 77 92 73C92 84 74 96 50 96S8 84 8 73Z', fill: 'ink', stroke: 'ground', width: 1.6 },
];

const put = (shapes: readonly Shape[], ...at: readonly [number, number, number]): Shape[] =>
  shapes.map((shape) => ({ ...shape, at }));

/** The logos to choose from; the first is the site's own. */
export const logos: readonly Logo[] = [
  {
    id: 'cut-stone',
    name: 'Cut stone',
    idea: 'The mark that the shop wears: a rind, and the crystal that was inside.',
    width: 620,
    height: 120,
    shapes: [...put(cutGeode, 4, 4, 3.5), { d: outlines.name, fill: 'ink', at: [134, 84, 0.68] }],
  },
  {
    id: 'bands',
    name: 'Agate bands',
    idea: 'The rings of an agate, read from the rind to the hollow. Stands upright.',
    width: 520,
    height: 400,
    shapes: [
      ...put(bands, 150, 0, 2.2),
      { d: outlines.name, fill: 'ink', at: [31, 302, 0.655] },
      { d: outlines.places, fill: 'ink', at: [121.8, 362, 1] },
    ],
  },
  {
    id: 'two-banks',
    name: 'Two banks',
    idea: 'One stone, two river towns: opened on one bank, closed on the other.',
    width: 490,
    height: 190,
    shapes: [
      ...put(banks, 0, 0, 1.9),
      { d: outlines.midwest, fill: 'ink', at: [222, 86, 0.82] },
      { d: outlines.geodes, fill: 'ink', at: [222, 166, 0.82] },
    ],
  },
  {
    id: 'points',
    name: 'Crystal points',
    idea: 'What grows in the hollow, in three strokes of light.',
    width: 490,
    height: 190,
    shapes: [
      ...put(points, 0, -6, 1.9),
      { d: outlines.midwest, fill: 'ink', at: [222, 86, 0.82] },
      { d: outlines.geodes, fill: 'ink', at: [222, 166, 0.82] },
    ],
  },
  {
    id: 'seal',
    name: 'Seal',
    idea: 'For boxes, labels and profile pictures. Reads at 60 pixels and up.',
    width: 400,
    height: 400,
    shapes: [
      { d: 'M100 2A98 98 0 1 1 99.9 2Z', stroke: 'ink', width: 2.2, at: [0, 0, 2] },
      { d: 'M100 8.5A91.500 91.500 0 1 1 99.900 8.500Z', stroke: 'ink', width: 0.8, at: [0, 0, 2] },
      ...put(bands, 96, 96, 2.08),
      { d: outlines.sealTop, fill: 'ink', at: [0, 0, 2] },
      { d: outlines.sealFoot, fill: 'ink', at: [0, 0, 2] },
    ],
  },
  {
    id: 'label',
    name: 'Specimen label',
    idea: 'A label as tied to a stone in a cabinet, with the shop in place of the find.',
    width: 640,
    height: 190,
    shapes: [
      { d: 'M6 6H566L634 95L566 184H6Z', stroke: 'ink', width: 3 },
      { d: 'M18 18H560L619 95L560 172H18Z', stroke: 'ink', width: 1 },
      { d: 'M588 95A9 9 0 1 1 587.900 94Z', fill: 'ink' },
      { d: outlines.name, fill: 'ink', at: [48, 102, 0.69] },
      { d: outlines.places, fill: 'accent', at: [50, 145, 1] },
    ],
  },
];
