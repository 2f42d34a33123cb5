import { type LocatePicture, PICTURE_WIDTHS, type PictureWidth } from '@geodes/contracts';
import { badRequest } from '@geodes/kit';
import { acceptedNames } from '../http/accept.js';

/** Returns the width of `?w=` in pixels, rounded up to an encoded one, or the widest. Throws BAD_REQUEST. */
export const pictureWidth = (w: unknown): PictureWidth | undefined => {
  if (w === undefined || w === '') return undefined;
  if (typeof w !== 'string' || !/^[1-9]\d{0,4}$/.test(w))
    throw badRequest({ field: 'w', reason: 'Please give a width in pixels, such as 640.' });
  return PICTURE_WIDTHS.find((width) => width >= Number(w)) ?? PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1];
};

/** Returns the best format that the Accept header names. */
export const pictureFormat = (accept: string | undefined): LocatePicture['format'] => {
  const names = acceptedNames(accept);
  if (names.has('image/avif')) return 'avif';
  return names.has('image/webp') ? 'webp' : 'original';
};

/** True for a path that may follow `/objects/`. */
export const isPicturePath = (path: string): boolean =>
  /^[A-Za-z0-9_-][A-Za-z0-9._/-]{0,199}$/.test(path) && !path.includes('..') && !path.includes('//');

export type ByteRange = { start: number; end: number };

/**
 * Returns the range of a Range header, both ends inclusive. `whole` without a usable one: several ranges and other
 * units may be ignored (RFC 9110 14.2). `unsatisfiable` if the range lies behind the end.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return 'whole';
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
};
