import { type LocatePicture, PICTURE_WIDTHS } from '@geodes/contracts';
import type { Picture } from './picture.entity.js';
import type { VariantFormat } from './variant.entity.js';

export interface VariantChoice {
  format: VariantFormat;
  /** Pixels. */
  width: number;
}

/** What follows `/objects/`: the picture's id and an extension. Null for anything else. */
export const pictureId = (path: string): string | null => /^([0-9a-f]{32})\.(?:jpg|webp)$/.exec(path)?.[1] ?? null;

/** The name of a picture, by its object path: what follows `/objects/`. */
export const pictureName = (objectPath: string): string => objectPath.slice('/objects/'.length);

/** The smallest offered width that is no narrower than the wish; the widest for a wish beyond it. */
export const roundedUp = (wish: number): number =>
  PICTURE_WIDTHS.find((width) => width >= wish) ?? Math.max(...PICTURE_WIDTHS);

/**
 * Which copy answers a wish; null for the picture itself. Without a width it is the picture as it is kept; nothing is
 * enlarged, so a wish for more than it has gets its own width in the format asked for.
 */
export const variantChoice = (
  picture: Pick<Picture, 'width' | 'contentType'>,
  { width: wish, format }: Pick<LocatePicture, 'width' | 'format'>,
): VariantChoice | null => {
  if (wish === undefined) return null;
  const width = Math.min(roundedUp(wish), picture.width);
  if (format !== 'original') return { format, width };
  if (width === picture.width) return null;
  return { format: picture.contentType === 'image/webp' ? 'webp' : 'jpeg', width };
};
