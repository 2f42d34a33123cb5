import { drawSignature } from './draw-logo.js';
import { drawPicture, type Rectangle, type Shown } from './draw-picture.js';
import { drawText } from './draw-text.js';
import type { Colours } from './palette.js';
import type { TemplateText } from './text-control.js';

/** Size of a Facebook cover on a computer, pixels. */
export const BANNER = { width: 820, height: 312 };

/**
 * The part that phones also show: they crop the cover to 640 by 360 (Facebook Help, "What size should my cover photo
 * be?"), that is the middle 555 pixels at a height of 312.
 */
export const PHONE_PART: Rectangle = { x: 133, y: 0, width: 554, height: 312 };

/** Approximate area that the page's profile picture covers on a computer. */
export const PAGE_PICTURE: Rectangle = { x: 16, y: 250, width: 176, height: 62 };

interface BannerContent extends TemplateText {
  colours: Colours;
  picture: Shown | undefined;
  /** At the right edge, which only wide screens show. */
  second: Shown | undefined;
}

const TEXT = { x: 157, width: 262 };
const PICTURE: Rectangle = { x: 437, y: 0, width: 250, height: 312 };
const SECOND: Rectangle = { x: 689, y: 0, width: 131, height: 312 };

/** Draws the cover at 820 by 312. All text is within the part that phones show. */
export const drawBanner = (context: CanvasRenderingContext2D, content: BannerContent): void => {
  const { colours, picture, second } = content;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, BANNER.width, BANNER.height);
  drawPicture(context, picture, PICTURE, colours.plate, 22);
  drawPicture(context, second, SECOND, colours.plate, 18);
  drawSignature(context, colours, { x: TEXT.x, y: 40, height: 24 });
  const foot = drawText(
    context,
    content.headline,
    {
      face: 'display',
      colour: colours.ink,
      ...TEXT,
      lines: 3,
      from: 47,
      to: 22,
      leading: 1.02,
      tracking: -0.015,
    },
    { top: 96 },
  );
  drawText(
    context,
    content.detail,
    { face: 'text', colour: colours.quiet, ...TEXT, lines: 2, from: 14, to: 12, leading: 1.45 },
    { top: foot + 20 },
  );
};
