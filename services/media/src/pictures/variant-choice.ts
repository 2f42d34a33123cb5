import { type LocatePicture, PICTURE_WIDTHS } from '@geodes/contracts';
import type { Picture } from './picture.entity.js';
import type { VariantFormat } from './variant.entity.js';

export interface VariantChoice {
  format: VariantFormat;
  /** Pixels. */
  width: number;
}

/** Returns the picture's id. `path` is what follows `/objects/`: the id and an extension. Null for anything else. */
export const pictureId = (path: string): string | null => /^([0-9a-f]{32})\.(?:jpg|webp)$/.exec(path)?.[1] ?? null;

/** Returns the picture's name: what follows `/objects/` in its path. */
export const pictureName = (objectPath: string): string => objectPath.slice('/objects/'.length);

/** Returns the smallest offered width that is at least `requested`, or the largest offered one. */
export const roundUpWidth = (requested: number): number =>
  PICTURE_WIDTHS.find((width) => width >= requested) ?? Math.max(...PICTURE_WIDTHS);

/**
 * Chooses the copy for a request; null for the picture itself, also if no width is requested. Never enlarges: a request
 * wider than the picture gets the picture's own width in the requested format.
 */
export const chooseVariant = (
  picture: Pick<Picture, 'width' | 'contentType'>,
  { width: requested, format }: Pick<LocatePicture, 'width' | 'format'>,
): VariantChoice | null => {
  if (requested === undefined) return null;
  const width = Math.min(roundUpWidth(requested), picture.width);
  if (format !== 'original') return { format, width };
  if (width === picture.width) return null;
  return { format: picture.contentType === 'image/webp' ? 'webp' : 'jpeg', width };
};
