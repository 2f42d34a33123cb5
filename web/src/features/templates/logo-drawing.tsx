import type { Logo, Paint, Shape } from './logos.js';
import type { Colours } from './palette.js';

interface LogoDrawingProps {
  logo: Logo;
  /** By default the page's colours. */
  colours?: Record<Paint, string>;
  /** Accessible name; without one it is decorative. */
  label?: string;
  className?: string;
}

const ofPage: Record<Paint, string> = { ink: 'var(--ink)', accent: 'var(--accent)', ground: 'var(--logo-ground)' };

export const LogoDrawing = ({ logo, colours = ofPage, label, className }: LogoDrawingProps) => (
  <svg
    className={className}
    viewBox={`0 0 ${logo.width} ${logo.height}`}
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={!label}
  >
    {logo.shapes.map(({ d, fill, stroke, width, at }, index) => (
      <path
        key={index}
        d={d}
        fill={fill ? colours[fill] : 'none'}
        stroke={stroke ? colours[stroke] : 'none'}
        strokeWidth={width}
        strokeLinejoin="round"
        strokeLinecap="round"
        transform={at && `translate(${at[0]} ${at[1]}) scale(${at[2]})`}
      />
    ))}
  </svg>
);

type LogoColours = Pick<Colours, Paint>;

const painted = (shape: Shape, colours: LogoColours): string => {
  const { d, fill, stroke, width, at } = shape;
  const line = stroke
    ? ` stroke="${colours[stroke]}" stroke-width="${width ?? 1}" stroke-linejoin="round" stroke-linecap="round"`
    : '';
  const place = at ? ` transform="translate(${at[0]} ${at[1]}) scale(${at[2]})"` : '';
  return `<path d="${d}" fill="${fill ? colours[fill] : 'none'}"${line}${place}/>`;
};

/** Returns a logo as SVG text for a ground of `colours.ground`. The file itself is transparent. */
export const logoSvg = ({ width, height, shapes }: Logo, colours: LogoColours): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>Midwest Geodes</title>${shapes
    .map((shape) => painted(shape, colours))
    .join('')}</svg>\n`;
