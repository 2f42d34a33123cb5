/** Valid and hostile pictures for tests. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture with a different look on each side: left red, right blue, a bright bar at the top. */
export const picture = (width = 120, height = 90): Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = (y * width + x) * 3;
      pixels[k] = x < width / 2 ? 200 : 20;
      pixels[k + 1] = y < height / 4 ? 220 : (x * 7 + y * 3) % 40;
      pixels[k + 2] = x < width / 2 ? 20 : 200;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

export const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
export const encoded = (format: (typeof FORMATS)[number]) => picture().toFormat(format).toBuffer();

const PAGE = '<!doctype html><html><body><script>alert(1)</script></body></html>';
export const html = () => Buffer.from(PAGE);
export const svg = () =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>',
  );
export const followedByPage = (image: Buffer) => Buffer.concat([image, html()]);

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** A square PNG in grey, from the bytes of its rows. */
const greyPng = (side: number, rows: Buffer) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8; // bits
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
};

/** A header of 40 × 40 with the data of one row; every chunk is valid. */
export const missingRows = () => greyPng(40, Buffer.alloc(41));

/** A picture with a page in a comment, and nothing behind its end. */
export const pageInComment = async () => {
  const png = await encoded('png');
  const end = 8 + 25; // signature and IHDR
  return Buffer.concat([png.subarray(0, end), chunk('tEXt', Buffer.from(`Comment\0${PAGE}`)), png.subarray(end)]);
};

/** A picture with GPS data in its EXIF, which GIF cannot hold. */
export const withGps = (image: Sharp, format: Exclude<(typeof FORMATS)[number], 'gif'> = 'jpeg') =>
  image
    .withExif({
      IFD0: { Make: 'Camera', Artist: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 24/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '91/1 23/1 0/1' },
    })
    .toFormat(format)
    .toBuffer();

/** Soft colours like a photograph's, which every format reproduces well. */
export const photograph = (width = 300, height = 240): Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = Math.sin(x / 23) * Math.cos(y / 17);
      pixels.set([128 + 70 * wave, 110 + (60 * x) / width, 150 - (70 * y) / height], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** Three frames: red, green, blue. */
export const animated = (format: 'gif' | 'webp') => {
  const side = 60;
  const colours = [
    [200, 30, 30],
    [30, 200, 30],
    [30, 30, 200],
  ];
  const pixels = Buffer.concat(colours.map((colour) => Buffer.alloc(side * side * 3, Buffer.from(colour))));
  const raw = { width: side, height: side * colours.length, channels: 3 as const, pageHeight: side };
  return sharp(pixels, { raw })
    .toFormat(format, { loop: 0, delay: colours.map(() => 100) })
    .toBuffer();
};

/** A small JPEG whose header claims this size. */
export const jpegOf = async (width: number, height: number) => {
  const bytes = Buffer.from(await encoded('jpeg'));
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
};

/** A small AVIF whose header claims this size. */
export const avifOf = async (width: number, height: number) => {
  const bytes = Buffer.from(await encoded('avif'));
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(width, size);
  bytes.writeUInt32BE(height, size + 4);
  return bytes;
};

/** Headers with a size over the limit: they must be refused without decoding. */
export const saysTooMuch = {
  /** A few kilobytes that expand to 900 megapixels. */
  png: () => Promise.resolve(greyPng(30_000, Buffer.alloc(30_001 * 1_000))),
  jpeg: () => jpegOf(65_500, 65_500),
  webp: async () => {
    const bytes = Buffer.from(await encoded('webp'));
    const start = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
    bytes.writeUInt16LE(16_383, start + 3);
    bytes.writeUInt16LE(16_383, start + 5);
    return bytes;
  },
  avif: () => avifOf(30_000, 30_000),
  gif: async () => {
    const bytes = Buffer.from(await encoded('gif'));
    const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 120, 0, 90, 0]));
    for (const at of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(65_500, at);
    return bytes;
  },
};

/** A small picture whose colour profile or comment expands to 300 MB. */
export const fatChunk = async (type: 'iCCP' | 'zTXt') => {
  const png = await picture().png().toBuffer();
  const end = 8 + 25; // signature and IHDR
  const packed = deflateSync(Buffer.alloc(300 * 1024 * 1024), { level: 1 });
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
