import sharp from 'sharp';

type Colour = readonly [red: number, green: number, blue: number, alpha?: number];

/** Encodes a PNG of one colour; each part of it from 0 to 255. `compressionLevel` 0 does not compress. */
const png = ([r, g, b, alpha]: Colour, width: number, height: number, compressionLevel?: number): Promise<Buffer> => {
  const channels = alpha === undefined ? 3 : 4;
  const background = { r, g, b, alpha: (alpha ?? 255) / 255 };
  return sharp({ create: { width, height, channels, background } }).png({ compressionLevel }).toBuffer();
};

export const pngOf = (colour: Colour, width = 40, height = 50): Promise<Buffer> => png(colour, width, height);

/** Encodes a PNG of more than 10 MB. */
export const largePng = (colour: Colour): Promise<Buffer> => png(colour, 6_400, 560, 0);

/** Wraps a PNG for a file input. */
export const pictureFile = async (name: string, colour: Colour = [120, 80, 160]) => ({
  name,
  mimeType: 'image/png',
  buffer: await pngOf(colour),
});
