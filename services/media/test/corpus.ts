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

export const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

export const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const header = (width: number, height: number, depth = 8) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, 0, 0, 0, 0], 8); // greyscale
  return chunk('IHDR', data);
};

/** A few kilobytes that expand to 900 megapixels. */
export const decompressionBomb = () => {
  const rows = deflateSync(Buffer.alloc(30_001 * 1_000), { level: 9 });
  return Buffer.concat([SIGNATURE, header(30_000, 30_000), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
};

/** A header of 40 × 40 with the data of one row; every chunk is valid. */
export const missingRows = () => {
  const rows = deflateSync(Buffer.alloc(41));
  return Buffer.concat([SIGNATURE, header(40, 40), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
};

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
