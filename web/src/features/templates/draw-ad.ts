import { drawSignature } from './logo-drawing.js';
import { drawPicture, type Rectangle, type Shown } from './draw-picture.js';
import { drawText } from './draw-text.js';
import type { Colours } from './palette.js';
import type { TemplateText } from './template-page.js';
import type { SampleDrawing } from './use-picture.js';

export type AdShape = 'square' | 'portrait' | 'story';

export interface AdFormat {
  shape: AdShape;
  name: string;
  /** Where the network shows it. */
  use: string;
  /** Pixels, as the networks require. */
  width: number;
  height: number;
  /** An example price in dollars, not of a real geode. */
  samplePrice: string;
  drawing: SampleDrawing;
  /** Safe area: outside of it the network's buttons and names may cover text. */
  safe?: Rectangle;
}

/**
 * The formats of Instagram and Facebook: feed 1:1 and 4:5, stories 9:16. Stories reserve about 14 % at the top and 20 %
 * at the bottom (Meta, "Safe zones for Stories and Reels ads").
 */
export const adFormats: readonly AdFormat[] = [
  {
    shape: 'square',
    name: 'Square',
    use: 'Instagram and Facebook feed',
    width: 1080,
    height: 1080,
    samplePrice: '29.99',
    drawing: 'opened-geode',
  },
  {
    shape: 'portrait',
    name: 'Portrait',
    use: 'Instagram feed, the tallest it takes',
    width: 1080,
    height: 1350,
    samplePrice: '24.99',
    drawing: 'crystal-section',
  },
  {
    shape: 'story',
    name: 'Story',
    use: 'Instagram and Facebook stories, reels',
    width: 1080,
    height: 1920,
    samplePrice: '34.99',
    drawing: 'hollow-stone',
    safe: { x: 60, y: 270, width: 960, height: 1266 },
  },
];

interface AdContent extends TemplateText {
  /** Text of the price with its currency; empty if there is none. */
  price: string;
  colours: Colours;
  picture: Shown | undefined;
}

type Draw = (context: CanvasRenderingContext2D, content: AdContent) => void;

const card = (context: CanvasRenderingContext2D, { colours }: AdContent, place: [number, number, number, number]) => {
  context.fillStyle = colours.ground;
  context.fillRect(...place);
  context.strokeStyle = colours.line;
  context.lineWidth = 2;
  context.strokeRect(...place);
};

/** The full picture with a label in its corner. */
const square: Draw = (context, content) => {
  const { colours, picture } = content;
  context.fillStyle = colours.plate;
  context.fillRect(0, 0, 1080, 1080);
  if (picture?.kind === 'drawing')
    drawPicture(context, picture, { x: 200, y: 48, width: 840, height: 580 }, colours.plate, 0);
  // Above the centre, so that the label covers little of the geode.
  else drawPicture(context, picture, { x: 0, y: -190, width: 1080, height: 1350 }, colours.plate, 0);
  card(context, content, [56, 588, 660, 436]);
  drawSignature(context, colours, { x: 100, y: 630, height: 50 });
  const foot = drawText(
    context,
    content.headline,
    { face: 'display', colour: colours.ink, x: 100, width: 572, lines: 2, from: 66, to: 36, tracking: -0.015 },
    { top: 724 },
  );
  drawText(
    context,
    content.detail,
    { face: 'text', colour: colours.quiet, x: 100, width: 572, lines: 1, from: 32, to: 22 },
    { top: foot + 36 },
  );
  drawText(
    context,
    content.price,
    { face: 'figures', colour: colours.accent, x: 100, width: 572, lines: 1, from: 66, to: 40, tracking: -0.02 },
    { foot: 982 },
  );
};

/** The picture above, the text on a band below it. */
const portrait: Draw = (context, content) => {
  const { colours } = content;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, 1080, 1350);
  drawPicture(context, content.picture, { x: 0, y: 0, width: 1080, height: 890 }, colours.plate, 70);
  const foot = drawText(
    context,
    content.headline,
    { face: 'display', colour: colours.ink, x: 72, width: 936, lines: 2, from: 90, to: 40, tracking: -0.015 },
    { top: 946 },
  );
  drawText(
    context,
    content.detail,
    { face: 'text', colour: colours.quiet, x: 72, width: 936, lines: 1, from: 37, to: 24 },
    { top: foot + 46 },
  );
  context.fillStyle = colours.line;
  context.fillRect(72, 1214, 936, 2);
  drawSignature(context, colours, { x: 72, y: 1240, height: 62 });
  const price = { face: 'figures', colour: colours.accent, x: 1008, width: 400, align: 'right' } as const;
  drawText(context, content.price, { ...price, lines: 1, from: 72, to: 40, tracking: -0.02 }, { foot: 1296 });
};

/** The text first, then the geode; no text is outside the safe area. */
const story: Draw = (context, content) => {
  const { colours, picture } = content;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, 1080, 1920);
  drawSignature(context, colours, { x: 84, y: 290, height: 72 });
  const headline = { face: 'display', colour: colours.ink, x: 84, width: 912, leading: 1 } as const;
  const foot = drawText(
    context,
    content.headline,
    { ...headline, lines: 3, from: 138, to: 56, tracking: -0.018 },
    { top: 446 },
  );
  drawText(
    context,
    content.detail,
    { face: 'text', colour: colours.quiet, x: 84, width: 912, lines: 2, from: 46, to: 30, leading: 1.4 },
    { top: foot + 62 },
  );
  drawPicture(context, undefined, { x: 0, y: 860, width: 1080, height: 1060 }, colours.plate, 0);
  if (picture?.kind === 'drawing')
    drawPicture(context, picture, { x: 140, y: 910, width: 800, height: 620 }, colours.plate, 0);
  else drawPicture(context, picture, { x: 0, y: 860, width: 1080, height: 1060 }, colours.plate, 0);
  if (!content.price) return;
  card(context, content, [84, 1366, 440, 170]);
  const price = { face: 'figures', colour: colours.accent, x: 304, width: 370, align: 'center' } as const;
  drawText(context, content.price, { ...price, lines: 1, from: 84, to: 48, tracking: -0.02 }, { foot: 1481 });
};

export const drawAd: Record<AdShape, Draw> = { square, portrait, story };
