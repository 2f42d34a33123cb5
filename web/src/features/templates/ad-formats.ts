import type { Rectangle } from './draw-picture.js';
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
