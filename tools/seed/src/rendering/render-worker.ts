import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { photograph } from '../art/photograph.js';
import { type PictureOrder, sceneOf } from './picture-order.js';

/** A worker's reply. Each worker draws one picture at a time. */
export type RenderReply = { jpeg: Uint8Array } | { error: string };

sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', (order: PictureOrder) => {
  render(order).then(
    (jpeg) => parentPort?.postMessage({ jpeg } satisfies RenderReply, [jpeg.buffer]),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies RenderReply),
  );
});

/** Encodes nearly losslessly, because the shop encodes the picture again. */
async function render(order: PictureOrder): Promise<Uint8Array<ArrayBuffer>> {
  const { pixels, width, height } = await photograph(sceneOf(order));
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  return Uint8Array.from(await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer());
}
