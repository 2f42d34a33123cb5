/** Decompression bombs for tests: a few kilobytes that expand to hundreds of megabytes. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { chunk, decompressionBomb, encoded, picture, SIGNATURE } from './corpus.js';

/** Headers with a size over the limit: they must be refused without decoding. */
export const saysTooMuch = {
  png: () => Promise.resolve(decompressionBomb()),
  jpeg: async () => {
    const bytes = Buffer.from(await encoded('jpeg'));
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(65_500, frame + 5);
    bytes.writeUInt16BE(65_500, frame + 7);
    return bytes;
  },
  webp: async () => {
    const bytes = Buffer.from(await encoded('webp'));
    const start = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
    bytes.writeUInt16LE(16_383, start + 3);
    bytes.writeUInt16LE(16_383, start + 5);
    return bytes;
  },
  avif: async () => {
    const bytes = Buffer.from(await encoded('avif'));
    const size = bytes.indexOf('ispe') + 8;
    bytes.writeUInt32BE(30_000, size);
    bytes.writeUInt32BE(30_000, size + 4);
    return bytes;
  },
  gif: async () => {
    const bytes = Buffer.from(await encoded('gif'));
    const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 120, 0, 90, 0]));
    for (const at of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(65_500, at);
    return bytes;
  },
};

/** 54 megapixels of one colour: a valid file, but over the limit. */
export const flat = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif') => {
  const all = sharp({
    create: { width: 9_000, height: 6_000, channels: 3, background: '#635' },
    limitInputPixels: false,
  });
  switch (format) {
    case 'webp':
      return all.webp({ effort: 0, quality: 1 }).toBuffer();
    case 'avif':
      return all.avif({ effort: 0, quality: 1 }).toBuffer();
    case 'gif':
      return all.gif({ effort: 1, colours: 2, dither: 0 }).toBuffer();
    default:
      return all.toFormat(format).toBuffer();
  }
};

/** A small picture whose colour profile or comment expands to 300 MB. */
export const fatChunk = async (type: 'iCCP' | 'zTXt') => {
  const png = await picture().png().toBuffer();
  const end = 8 + 25; // signature and IHDR
  const packed = deflateSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 });
  const fat = chunk(type, Buffer.concat([Buffer.from('name\0\0', 'latin1'), packed]));
  return Buffer.concat([SIGNATURE, png.subarray(8, end), fat, png.subarray(end)]);
};

/** An animation of thousands of frames, each as large as the picture. */
export const manyFrames = async (count: number) => {
  const create = { width: 400, height: 300, channels: 3 as const, background: '#635' };
  const gif = await sharp({ create }).gif().toBuffer();
  const flags = gif[10] ?? 0;
  const coloursEnd = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const frame = gif.subarray(gif.indexOf(0x2c, coloursEnd), -1);
  return Buffer.concat([gif.subarray(0, -1), ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])]);
};
