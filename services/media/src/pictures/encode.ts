import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '@geodes/kit';
import { damaged, unsupported } from '../check/check-content.js';
import type { VariantFormat } from './variant.entity.js';

// Two pictures at once on two cores (see ImageWork): one thread each, nothing kept between them.
sharp.concurrency(1);
sharp.cache(false);

/** A little more than a 50 megapixel camera makes. Checked by libvips from the header, before anything is decoded. */
const MAX_PIXELS = 52_000_000;
/** Of one picture with all its channels. */
const MAX_DECODED_BYTES = 4 * MAX_PIXELS;
/** Its decoder holds the picture several times (measured: 18 bytes a pixel); other formats are read row by row. */
const AVIF_WEIGHT = 2.5;
/** Two pictures smaller than this are decoded at once. */
const LARGE_BYTES = 48_000_000;
/** Longest side of a stored picture, pixels. */
const MAX_SIDE = 6_000;
const LIMIT_SECONDS = 25;
/** The placeholder's longest side, pixels. */
const PLACEHOLDER_SIDE = 10;
/** A PNG this small keeps its colours; WebP and JPEG halve those of so few pixels once more, and tint a stone. */
const PLACEHOLDER_COLOURS = 16;

export interface Encoded {
  data: Buffer;
  format: 'jpeg' | 'webp';
  width: number;
  height: number;
}

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true, pages: 1 }).timeout({
    seconds: LIMIT_SECONDS,
  });

/**
 * The picture as the shop keeps it: upright, sRGB, at most 6,000 pixels long, without any metadata; JPEG, or WebP where
 * it is see-through. Throws UNSUPPORTED_IMAGE where it cannot be decoded to its end or has too many pixels.
 */
export const reEncode = async (bytes: Buffer): Promise<Encoded> => {
  try {
    const metadata = await open(bytes).metadata();
    checkSize(metadata);
    const seeThrough = await isSeeThrough(bytes, metadata);
    const upright = open(bytes)
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoder = seeThrough
      ? upright.webp({ quality: 90, alphaQuality: 100 })
      : upright.removeAlpha().jpeg({ quality: 90, chromaSubsampling: '4:4:4' });
    const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
    return { data, format: seeThrough ? 'webp' : 'jpeg', width: info.width, height: info.height };
  } catch (error) {
    throw refusal(error);
  }
};

/** Whether decoding it takes so much memory that it should be done alone. False where that cannot be told. */
export const isLarge = async (bytes: Buffer): Promise<boolean> => {
  try {
    return decodedBytes(await open(bytes).metadata()) > LARGE_BYTES;
  } catch {
    return false; // reEncode says why
  }
};

/** What a decoder needs for it, from the header. */
const decodedBytes = ({ width, height, channels, depth, format }: Metadata): number =>
  width * height * channels * (depth === 'uchar' ? 1 : 2) * (format === 'heif' ? AVIF_WEIGHT : 1);

const tooManyPixels = (most: number) =>
  unsupported(`This picture has too many pixels. Please make it smaller than ${Math.floor(most / 1e6)} megapixels.`);

const checkSize = (metadata: Metadata): void => {
  const times = decodedBytes(metadata) / MAX_DECODED_BYTES;
  if (times > 1) throw tooManyPixels((metadata.width * metadata.height) / times);
};

/** Many a PNG has an alpha channel and hides nothing with it. */
const isSeeThrough = async (bytes: Buffer, { hasAlpha }: Metadata): Promise<boolean> =>
  hasAlpha && !(await open(bytes).stats()).isOpaque;

/** libvips says what is wrong in words only. */
const refusal = (error: unknown): Error => {
  if (error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const refused = /pixel limit/i.test(reason) ? tooManyPixels(MAX_PIXELS) : damaged();
  return Object.assign(refused, { cause: error });
};

/** A copy at `width` pixels, never wider than the picture is. */
export const encodeVariant = (picture: Buffer, format: VariantFormat, width: number): Promise<Buffer> => {
  const narrow = open(picture).resize({ width, withoutEnlargement: true });
  switch (format) {
    case 'webp':
      return narrow.webp({ quality: 80, effort: 4 }).toBuffer();
    case 'avif':
      return narrow.avif({ quality: 55, effort: 1 }).toBuffer();
    case 'jpeg':
      return narrow.jpeg({ quality: 82, progressive: true }).toBuffer();
  }
};

/** A data: URL of at most 400 characters, to be shown enlarged until the picture is there. */
export const placeholderOf = async (picture: Buffer): Promise<string> => {
  const size = { width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' as const };
  const tiny = await open(picture).resize(size).png({ colours: PLACEHOLDER_COLOURS }).toBuffer();
  return `data:image/png;base64,${tiny.toString('base64')}`;
};
