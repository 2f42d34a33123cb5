import type { Rectangle } from './draw-picture.js';
import type { SampleDrawing } from './use-picture.js';

export type AdShape = 'square' | 'portrait' | 'story';

export interface AdFormat {
  shape: AdShape;
  name: string;
  /** Where it is shown. */
  use: string;
  /** Pixels, as the networks take them. */
  width: number;
  height: number;
  /** Dollars; an example, the price of no stone. */
  samplePrice: string;
  drawing: SampleDrawing;
  /** Outside of it the network's own buttons and names may cover words. */
  safe?: Rectangle;
}

/**
 * The formats of Instagram and Facebook: feed 1:1 and 4:5, stories 9:16. Stories keep about 14 % above and 20 % below for
 * themselves (Meta, "Safe zones for Stories and Reels ads").
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
