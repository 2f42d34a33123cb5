import { drawSignature } from './draw-logo.js';
import { drawPicture, type Rectangle, type Shown } from './draw-picture.js';
import { drawText } from './draw-text.js';
import type { Colours } from './palette.js';

/** How large Facebook shows a page's cover on a computer, pixels. */
export const BANNER = { width: 820, height: 312 };

/**
 * What both show: a phone shows a cover 640 by 360 and cuts the sides off (Facebook Help, "What size should my cover photo
 * be?"), that is the middle 555 pixels of 312 high.
 */
export const PHONE_PART: Rectangle = { x: 133, y: 0, width: 554, height: 312 };

/** Where the page's own picture stands over the cover's foot on a computer, about. */
export const PAGE_PICTURE: Rectangle = { x: 16, y: 250, width: 176, height: 62 };

export interface BannerContent {
  headline: string;
  detail: string;
  colours: Colours;
  picture: Shown | undefined;
  /** At the right edge, where only wide screens show it. */
  second: Shown | undefined;
}

const TEXT = { x: 157, width: 262 };
const PICTURE: Rectangle = { x: 437, y: 0, width: 250, height: 312 };
const SECOND: Rectangle = { x: 689, y: 0, width: 131, height: 312 };

/** Draws the cover at its own 820 by 312. All that is to be read stands within the part that phones show. */
export const drawBanner = (context: CanvasRenderingContext2D, content: BannerContent): void => {
  const { colours, picture, second } = content;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, BANNER.width, BANNER.height);
  drawPicture(context, picture, PICTURE, colours.plate, 22);
  drawPicture(context, second, SECOND, colours.plate, 18);
  drawSignature(context, colours, { x: TEXT.x, y: 40, height: 24 });
  const { foot } = drawText(
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
