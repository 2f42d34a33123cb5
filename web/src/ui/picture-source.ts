/** Widths that /objects answers, pixels. */
const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;

/** Only the shop's own pictures come in several widths; an address elsewhere is used as it is. */
const isOwn = (source: string): boolean => source.startsWith('/objects/');

/** The picture at (about) one width, pixels. */
export const pictureAt = (source: string, width: (typeof WIDTHS)[number]): string =>
  isOwn(source) ? `${source}?w=${width}` : source;

/** The `srcset` of a picture, up to a widest width in pixels; undefined where there is but one file. */
export const pictureSet = (source: string, widest = 1920): string | undefined =>
  isOwn(source)
    ? WIDTHS.filter((width) => width <= widest)
        .map((width) => `${source}?w=${width} ${width}w`)
        .join(', ')
    : undefined;
