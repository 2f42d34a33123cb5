import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
};

interface Shape {
  width: number;
  height: number;
  /** The zlib compression level: 0 does not compress. */
  level?: number;
}

/** Encodes a PNG of one colour. `pixel` is red, green, blue and, for a transparent picture, alpha. */
const png = (pixel: readonly number[], { width, height, level }: Shape): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, pixel.length === 4 ? 6 : 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * pixel.length, Buffer.from(pixel))]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Encodes a PNG of one colour; red, green and blue from 0 to 255. */
export const pngOf = (colour: readonly [number, number, number], width = 40, height = 50): Buffer =>
  png(colour, { width, height });

/** Encodes a PNG of more than 10 MB: 6,400 × 560 pixels, uncompressed. */
export const largePng = (pixel: readonly number[]): Buffer => png(pixel, { width: 6_400, height: 560, level: 0 });

/** Wraps a PNG for a file input. */
export const pictureFile = (name: string, colour: readonly [number, number, number] = [120, 80, 160]) => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(colour),
});
