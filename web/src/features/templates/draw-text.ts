import { fitText } from './fit-text.js';

const faces = {
  display: (size: number) => `400 ${size}px "Fraunces Variable", Georgia, serif`,
  figures: (size: number) => `600 ${size}px "Inter Variable", Arial, sans-serif`,
  text: (size: number) => `500 ${size}px "Inter Variable", Arial, sans-serif`,
};

interface WordsStyle {
  face: keyof typeof faces;
  colour: string;
  x: number;
  /** Pixels. */
  width: number;
  /** Maximum number of lines, and largest and smallest font size, pixels. */
  lines: number;
  from: number;
  to: number;
  /** Line height, times the font size. */
  leading?: number;
  /** Letter spacing, times the font size. */
  tracking?: number;
  align?: 'left' | 'right' | 'center';
}

interface WordsPlace {
  /** Top of the first line, or baseline of the last line. */
  top?: number;
  foot?: number;
}

/** Approximate height of capitals, times the font size. */
const CAPITALS = 0.72;

/** Draws text in the largest font size that fits. Returns its bottom, pixels. */
export const drawText = (
  context: CanvasRenderingContext2D,
  text: string,
  { face, colour, x, width, lines, from, to, leading = 1.05, tracking = 0, align = 'left' }: WordsStyle,
  { top, foot = 0 }: WordsPlace,
): number => {
  const setFace = (size: number) => {
    context.font = faces[face](size);
    context.letterSpacing = `${tracking * size}px`;
  };
  const fitted = fitText(text, { width, lines, from, to }, (line, size) => {
    setFace(size);
    return context.measureText(line).width;
  });
  const step = fitted.size * leading;
  const height = fitted.size * CAPITALS + step * Math.max(0, fitted.lines.length - 1);
  const first = top === undefined ? foot - height : top;
  setFace(fitted.size);
  context.fillStyle = colour;
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  fitted.lines.forEach((line, index) => context.fillText(line, x, first + fitted.size * CAPITALS + step * index));
  context.letterSpacing = '0px';
  return first + height;
};

/** Resolves when the fonts are ready for drawing. */
export const loadFaces = async (): Promise<void> => {
  await Promise.all(Object.values(faces).map((face) => document.fonts.load(face(48))));
};
