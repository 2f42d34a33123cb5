import { UPLOAD_LIMIT_BYTES } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { avifExtent } from './avif-extent.js';
import type { Extent } from './extent.js';
import { gifExtent } from './gif-extent.js';
import { type ImageFormat, imageFormat } from './image-format.js';
import { jpegExtent, withTrailer } from './jpeg-extent.js';
import { pngExtent } from './image-extents.js';
import { webpExtent } from './webp-extent.js';

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

/** Pages, programs and archives that other readers would find; no camera writes these. XMP (`<x:xmpmeta`) is none. */
const FOREIGN = /<\s*(?:!doctype|html|head|body|script|iframe|object|embed|svg|\?php)\b|<\?php|%PDF-|PK\x03\x04/i;

/**
 * Looks at an upload as bytes, before any decoder does: it must be one of the formats the shop takes, be there to its
 * end, and be nothing else besides (a page or an archive behind the picture or in its comments).
 * Throws TOO_LARGE or UNSUPPORTED_IMAGE.
 */
export const checkContent = (bytes: Buffer): ImageFormat => {
  if (bytes.length > UPLOAD_LIMIT_BYTES) throw tooLarge();
  const format = imageFormat(bytes);
  if (!format) throw unsupported('This file is not a picture. Please choose a JPEG, PNG, WebP, AVIF or GIF.');
  const extent = walked(format, bytes);
  if (!extent) throw damaged();
  const hidden = extent.metadata.some(([from, to]) => FOREIGN.test(bytes.toString('latin1', from, to)));
  if (extent.end !== bytes.length || hidden) {
    throw unsupported('This file holds more than a picture. Please save it anew as a JPEG or PNG and try again.');
  }
  return format;
};

/** A length that points past the end makes Buffer throw; that is a broken file like any other. */
const walked = (format: ImageFormat, bytes: Buffer): Extent | null => {
  try {
    return EXTENTS[format](bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};
