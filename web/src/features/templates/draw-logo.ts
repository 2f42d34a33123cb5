import { cutGeode, outlines, type Logo, type Paint, type Shape } from './logos.js';
import type { Colours } from './palette.js';

type LogoColours = Record<Paint, string | 'cut'>;

const drawShape = (context: CanvasRenderingContext2D, shape: Shape, colours: LogoColours) => {
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
export const drawLogo = (context: CanvasRenderingContext2D, logo: Logo, colours: Colours, hasGround: boolean): void => {
  const { ink, accent, ground } = colours;
  for (const shape of logo.shapes) drawShape(context, shape, { ink, accent, ground: hasGround ? ground : 'cut' });
};

/** Draws the mark and the shop's name on one line; `height` is the mark's, `y` its top. */
export const drawSignature = (
  context: CanvasRenderingContext2D,
  colours: Pick<Colours, 'ink' | 'accent' | 'ground'>,
  { x, y, height }: { x: number; y: number; height: number },
): void => {
  const unit = height / 32;
  const size = unit * 21;
  for (const shape of cutGeode) drawShape(context, { ...shape, at: [x, y, unit] }, colours);
  const at = [x + height * 1.28, y + height * 0.73, size / 100] as const;
  drawShape(context, { d: outlines.name, fill: 'ink', at }, colours);
};
