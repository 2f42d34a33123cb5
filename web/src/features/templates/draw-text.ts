import { cutText } from '@geodes/contracts/cut-text';

interface FittedText {
  /** Font size, pixels. */
  size: number;
  lines: string[];
}

interface Box {
  /** Pixels. */
  width: number;
  /** At most. */
  lines: number;
  /** Largest and smallest font size, pixels. */
  from: number;
  to: number;
}

const broken = (text: string, fits: (line: string) => boolean): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line ? `${line} ${word}` : word;
      if (line && !fits(longer)) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines.filter(Boolean);
};

/** Balances lines: the same number of lines, the longest as short as possible, so that no word is alone at the end. */
const balanced = (text: string, width: number, lines: string[], measure: (line: string) => number): string[] => {
  if (lines.length < 2) return lines;
  let best = lines;
  for (let narrower = width * 0.98; narrower > width * 0.3; narrower -= width * 0.02) {
    const tried = broken(text, (line) => measure(line) <= narrower);
    if (tried.length > lines.length || tried.some((line) => measure(line) > narrower)) return best;
    best = tried;
  }
  return best;
};

/** Shortens a line with an ellipsis. */
const shortened = (line: string, fits: (line: string) => boolean): string => {
  if (fits(line)) return line;
  let end = line.length;
  while (end > 1 && !fits(`${cutText(line, end).trimEnd()}…`)) end -= 1;
  return `${cutText(line, end).trimEnd()}…`;
};

/**
 * Returns the largest font size at which a text fits its box, and its lines. Text that does not fit at the smallest
 * size ends in an ellipsis. `measure` returns the width of a line at a size, pixels.
 */
export const fitText = (text: string, box: Box, measure: (line: string, size: number) => number): FittedText => {
  for (let size = box.from; size > box.to; size -= 2) {
    const fits = (line: string) => measure(line, size) <= box.width;
    const lines = broken(text, fits);
    if (lines.length <= box.lines && lines.every(fits))
      return { size, lines: balanced(text, box.width, lines, (line) => measure(line, size)) };
  }
  const fits = (line: string) => measure(line, box.to) <= box.width;
  const lines = broken(text, fits);
  const shown = lines.slice(0, box.lines);
  const last = shown.length - 1;
  if (lines.length > box.lines) shown[last] = `${shown[last]} ${lines.slice(box.lines).join(' ')}`;
  return { size: box.to, lines: shown.map((line) => shortened(line, fits)) };
};

const faces = {
  display: (size: number) => `400 ${size}px "Fraunces Variable", Georgia, serif`,
  figures: (size: number) => `600 ${size}px "Inter Variable", Arial, sans-serif`,
  text: (size: number) => `500 ${size}px "Inter Variable", Arial, sans-serif`,
};

interface WordsStyle extends Box {
  face: keyof typeof faces;
  colour: string;
  x: number;
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
