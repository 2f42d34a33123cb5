import { cutGeode, outlines, type Logo, type Paint, type Shape } from './logos.js';

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

const painted = (shape: Shape, colours: Record<Paint, string>): string => {
  const { d, fill, stroke, width, at } = shape;
  const line = stroke
    ? ` stroke="${colours[stroke]}" stroke-width="${width ?? 1}" stroke-linejoin="round" stroke-linecap="round"`
    : '';
  const place = at ? ` transform="translate(${at[0]} ${at[1]}) scale(${at[2]})"` : '';
  return `<path d="${d}" fill="${fill ? colours[fill] : 'none'}"${line}${place}/>`;
};

/** Returns a logo as SVG text for a ground of `colours.ground`. The file itself is transparent. */
export const logoSvg = ({ width, height, shapes }: Logo, colours: Record<Paint, string>): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>Midwest Geodes</title>${shapes
    .map((shape) => painted(shape, colours))
    .join('')}</svg>\n`;

const drawShape = (context: CanvasRenderingContext2D, shape: Shape, colours: Record<Paint, string | 'cut'>) => {
  const path = new Path2D(shape.d);
  const [x, y, scale] = shape.at ?? [0, 0, 1];
  const take = (paint: Paint): string => {
    const colour = colours[paint];
    context.globalCompositeOperation = colour === 'cut' ? 'destination-out' : 'source-over';
    return colour === 'cut' ? '#000' : colour;
  };
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  if (shape.fill) {
    context.fillStyle = take(shape.fill);
    context.fill(path);
  }
  if (shape.stroke) {
    context.strokeStyle = take(shape.stroke);
    context.lineWidth = shape.width ?? 1;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.stroke(path);
  }
  context.restore();
};

/** Draws a logo at its own size from the origin. Without a ground colour, `ground` shapes are cut out. */
export const drawLogo = (
  context: CanvasRenderingContext2D,
  logo: Logo,
  colours: Record<Paint, string>,
  hasGround: boolean,
): void => {
  const { ink, accent, ground } = colours;
  for (const shape of logo.shapes) drawShape(context, shape, { ink, accent, ground: hasGround ? ground : 'cut' });
};

/** Draws the mark and the shop's name on one line; `height` is the mark's, `y` its top. */
export const drawSignature = (
  context: CanvasRenderingContext2D,
  colours: Record<Paint, string>,
  { x, y, height }: { x: number; y: number; height: number },
): void => {
  const unit = height / 32;
  const size = unit * 21;
  for (const shape of cutGeode) drawShape(context, { ...shape, at: [x, y, unit] }, colours);
  const at = [x + height * 1.28, y + height * 0.73, size / 100] as const;
  drawShape(context, { d: outlines.name, fill: 'ink', at }, colours);
};
