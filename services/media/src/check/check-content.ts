import { UPLOAD_LIMIT_BYTES } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import {
  afterPadding,
  avifExtent,
  type Extent,
  gifExtent,
  jpegExtent,
  pngExtent,
  webpExtent,
  withTrailer,
} from './image-extents.js';

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

export const unsupported = (message: string) => new AppError('UNSUPPORTED_IMAGE', message);
export const tooLarge = () => new AppError('TOO_LARGE', 'File size must be less than 10MB');
export const damaged = () => unsupported('This picture is damaged or incomplete. Please choose another file.');

const EXTENTS: Record<ImageFormat, (bytes: Buffer) => Extent | null> = {
  jpeg: (bytes) => {
    const image = jpegExtent(bytes);
    return image && withTrailer(bytes, image);
  },
  png: pngExtent,
  gif: gifExtent,
  webp: webpExtent,
  avif: avifExtent,
};

/** Markup, programs and archives that another program could find. No camera writes them; XMP (`<x:xmpmeta`) is allowed. */
const FOREIGN = /<\s*(?:!doctype|html|head|body|script|iframe|object|embed|svg|\?php)\b|<\?php|%PDF-|PK\x03\x04/i;

/**
 * Checks the bytes of an upload before any decoder reads them. It must have an accepted format, be complete, and contain
 * nothing else but padding, such as a page or an archive behind the picture or in its comments. Throws TOO_LARGE or
 * UNSUPPORTED_IMAGE.
 */
export const checkContent = (bytes: Buffer): ImageFormat => {
  if (bytes.length > UPLOAD_LIMIT_BYTES) throw tooLarge();
  const format = detectFormat(bytes);
  if (!format) throw unsupported('This file is not a picture. Please choose a JPEG, PNG, WebP, AVIF or GIF.');
  const extent = readExtent(format, bytes);
  if (!extent) throw damaged();
  const hidden = extent.metadata.some(([from, to]) => FOREIGN.test(bytes.toString('latin1', from, to)));
  if (afterPadding(bytes, extent.end) !== bytes.length || hidden) {
    throw unsupported('This file holds more than a picture. Please save it anew as a JPEG or PNG and try again.');
  }
  return format;
};

/** Returns null for an incomplete file. Buffer throws RangeError if a length points past the end. */
const readExtent = (format: ImageFormat, bytes: Buffer): Extent | null => {
  try {
    return EXTENTS[format](bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/** Detects the format from the first bytes, not from the name or declared type. Null if the shop does not accept it. */
const detectFormat = (bytes: Buffer): ImageFormat | null => {
  const latin1 = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (latin1(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (latin1(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(latin1(0, 6))) return 'gif';
  if (latin1(0, 4) === 'RIFF' && latin1(8, 12) === 'WEBP') return 'webp';
  if (latin1(4, 8) === 'ftyp') {
    const brands: string[] = latin1(8, 8 + 64).match(/.{4}/gs) ?? [];
    if (brands[0] === 'avif' || brands[0] === 'avis') return 'avif';
    if (brands[0] === 'mif1' && brands.includes('avif')) return 'avif';
  }
  return null;
};
