import sharp from 'sharp';
import { giftBox, mysteryPack } from './art/packs.js';
import { photograph, type Scene } from './art/photograph.js';
import { makeSpecimen } from './art/specimen.js';
import { takeView } from './art/views.js';
import type { PictureOrder } from './fill-catalogue.js';

sharp.concurrency(1);
sharp.cache(false);

/** Draws a JPEG of 800 × 1000, nearly losslessly, because the shop encodes it again. */
export async function render(order: PictureOrder): Promise<Uint8Array> {
  const { pixels, width, height } = await photograph(sceneOf(order));
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  return picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
}

function sceneOf(order: PictureOrder): Scene {
  switch (order.of) {
    case 'geode':
      return takeView(makeSpecimen(order.seed, order.mineral), order.view);
    case 'gift-box':
      return giftBox(order.seed);
    case 'mystery-pack':
      return mysteryPack(order.seed);
  }
}
