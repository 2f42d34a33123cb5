import type { PICTURE_WIDTHS } from '@geodes/contracts';

/** Widths that /objects serves, pixels. Repeated: the module that has them loads class-validator. */
const WIDTHS: typeof PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920];

/** Only the shop's own pictures come in several widths; other URLs are used unchanged. */
const isOwn = (source: string): boolean => source.startsWith('/objects/');

/** Returns the URL of a picture at one width, pixels. */
export const pictureAt = (source: string, width: (typeof WIDTHS)[number]): string =>
  isOwn(source) ? `${source}?w=${width}` : source;

/** Returns the `srcset` of a picture up to a width in pixels; undefined if there is only one file. */
export const pictureSet = (source: string, widest = 1920): string | undefined =>
  isOwn(source)
    ? WIDTHS.filter((width) => width <= widest)
        .map((width) => `${source}?w=${width} ${width}w`)
        .join(', ')
    : undefined;
