import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError, reasonOf } from '@geodes/kit';
import { damaged, unsupported } from '../check/check-content.js';
import type { VariantFormat } from './picture.entity.js';

// ImageQueue runs two pictures at once on two cores: libvips gets one thread for each, and no cache.
sharp.concurrency(1);
sharp.cache(false);

/** A little over a 50 megapixel camera. libvips checks it from the header, before it decodes anything. */
const MAX_PIXELS = 52_000_000;
/** For one picture with four channels. */
const MAX_DECODED_BYTES = 4 * MAX_PIXELS;
/** The AVIF decoder holds several copies (measured: 18 bytes a pixel). Other formats are decoded row by row. */
const AVIF_WEIGHT = 2.5;
/** Larger pictures are decoded one at a time. */
const LARGE_BYTES = 48_000_000;
/** Longest side of a stored picture, pixels. */
const MAX_SIDE = 6_000;
/** Of wall time: on a busy machine a good photograph takes several times as long. */
const TIMEOUT_SECONDS = 60;
/** The placeholder's longest side, pixels. */
const PLACEHOLDER_SIDE = 10;
/** So small a PNG keeps its colours. WebP and JPEG subsample the colours of so few pixels and tint the geode. */
const PLACEHOLDER_COLOURS = 16;

export interface Encoded {
  data: Buffer;
  format: 'jpeg' | 'webp';
  width: number;
  height: number;
}

const openImage = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true, pages: 1 }).timeout({
    seconds: TIMEOUT_SECONDS,
  });

/**
 * Re-encodes a picture for storage: upright, sRGB, at most 6,000 pixels a side, without metadata; WebP if transparent,
 * otherwise JPEG. Throws UNSUPPORTED_IMAGE if it cannot be decoded completely or has too many pixels.
 */
export const reEncode = async (bytes: Buffer): Promise<Encoded> => {
  try {
    const metadata = await openImage(bytes).metadata();
    checkSize(metadata);
    const seeThrough = await isSeeThrough(bytes, metadata);
    const upright = openImage(bytes)
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoder = seeThrough
      ? upright.webp({ quality: 90, alphaQuality: 100 })
      : upright.removeAlpha().jpeg({ quality: 90, chromaSubsampling: '4:4:4' });
    const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
    return { data, format: seeThrough ? 'webp' : 'jpeg', width: info.width, height: info.height };
  } catch (error) {
    throw toRefusal(error);
  }
};

/** True if decoding needs so much memory that no other large picture may run. False if the header cannot be read. */
export const isLarge = async (bytes: Buffer): Promise<boolean> => {
  try {
    return decodedBytes(await openImage(bytes).metadata()) > LARGE_BYTES;
  } catch {
    return false; // reEncode throws the reason
  }
};

/** Estimates the decoder's memory in bytes from the header. */
const decodedBytes = ({ width, height, channels, depth, format }: Metadata): number =>
  width * height * channels * (depth === 'uchar' ? 1 : 2) * (format === 'heif' ? AVIF_WEIGHT : 1);

const tooManyPixels = (maxPixels: number) =>
  unsupported(
    `This picture has too many pixels. Please make it smaller than ${Math.floor(maxPixels / 1e6)} megapixels.`,
  );

const checkSize = (metadata: Metadata): void => {
  const ratio = decodedBytes(metadata) / MAX_DECODED_BYTES;
  if (ratio > 1) throw tooManyPixels((metadata.width * metadata.height) / ratio);
};

/** Many PNGs have an alpha channel that is fully opaque. */
const isSeeThrough = async (bytes: Buffer, { hasAlpha }: Metadata): Promise<boolean> =>
  hasAlpha && !(await openImage(bytes).stats()).isOpaque;

/** Converts an error of libvips, which has only a message and no code. */
const toRefusal = (error: unknown): Error => {
  if (error instanceof AppError) return error;
  const reason = reasonOf(error);
  const refused = /pixel limit/i.test(reason) ? tooManyPixels(MAX_PIXELS) : damaged();
  return Object.assign(refused, { cause: error });
};

/** Encodes a copy `width` pixels wide, or as wide as the picture if that is less. */
export const encodeVariant = (picture: Buffer, format: VariantFormat, width: number): Promise<Buffer> => {
  const narrow = openImage(picture).resize({ width, withoutEnlargement: true });
  switch (format) {
    case 'webp':
      return narrow.webp({ quality: 80, effort: 4 }).toBuffer();
    case 'avif':
      return narrow.avif({ quality: 55, effort: 1 }).toBuffer();
    case 'jpeg':
      return narrow.jpeg({ quality: 82, progressive: true }).toBuffer();
  }
};

/** Creates a data: URL of at most 400 characters, shown enlarged until the picture is loaded. */
export const placeholderOf = async (picture: Buffer): Promise<string> => {
  const size = { width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' as const };
  const tiny = await openImage(picture).resize(size).png({ colours: PLACEHOLDER_COLOURS }).toBuffer();
  return `data:image/png;base64,${tiny.toString('base64')}`;
};
