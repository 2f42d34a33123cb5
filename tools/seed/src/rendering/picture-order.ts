import type { Mineral } from '../art/minerals.js';
import { giftBox, mysteryPack } from '../art/packs.js';
import type { Scene } from '../art/photograph.js';
import { makeSpecimen } from '../art/specimen.js';
import { takeView, type View } from '../art/views.js';

/** A picture to draw; plain data, so that it can be sent to a worker. */
export type PictureOrder =
  { of: 'geode'; seed: string; mineral: Mineral; view: View } | { of: 'gift-box' | 'mystery-pack'; seed: string };

/** Returns the stable name of a picture in the seed record. */
export const pictureName = (order: PictureOrder): string =>
  order.of === 'geode' ? `${order.mineral}/${order.seed}/${order.view}` : `${order.of}/${order.seed}`;

export function sceneOf(order: PictureOrder): Scene {
  switch (order.of) {
    case 'geode':
      return takeView(makeSpecimen(order.seed, order.mineral), order.view);
    case 'gift-box':
      return giftBox(order.seed);
    case 'mystery-pack':
      return mysteryPack(order.seed);
  }
}
