import type { Logo, Paint, Shape } from './logos.js';
import type { Colours } from './palette.js';

type LogoColours = Pick<Colours, Paint>;

const painted = (shape: Shape, colours: LogoColours): string => {
  const { d, fill, stroke, width, at } = shape;
  const line = stroke
    ? ` stroke="${colours[stroke]}" stroke-width="${width ?? 1}" stroke-linejoin="round" stroke-linecap="round"`
    : '';
  const place = at ? ` transform="translate(${at[0]} ${at[1]}) scale(${at[2]})"` : '';
  return `<path d="${d}" fill="${fill ? colours[fill] : 'none'}"${line}${place}/>`;
};

/** A logo as the text of an SVG file, for a ground of `colours.ground`. It has no ground of its own. */
export const logoSvg = ({ width, height, shapes }: Logo, colours: LogoColours): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>Midwest Geodes</title>${shapes
    .map((shape) => painted(shape, colours))
    .join('')}</svg>\n`;
