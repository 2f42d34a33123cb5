import { absolutePicture } from '@geodes/contracts';

/** Removes blank URLs and duplicates. */
const clean = (pictures: (string | null | undefined)[]): string[] => [
  ...new Set(pictures.map((picture) => picture?.trim() ?? '').filter((picture) => picture !== '')),
];

export interface PictureFields {
  imageUrl?: string | null;
  imageUrls?: string[] | null;
}

/**
 * Returns the pictures after a form was sent. `imageUrl` is the first picture: without `imageUrls` it replaces the first one,
 * with `imageUrls` it goes before them. A blank `imageUrl` counts as missing.
 */
export const pictures = (form: PictureFields, present: string[] = []): string[] => {
  const first = form.imageUrl?.trim() || undefined;
  if (form.imageUrls) return clean([first, ...form.imageUrls]);
  return first ? clean([first, ...present.slice(1)]) : present;
};

export const WRONG_PICTURE =
  'Please upload the picture, or give its address, which begins with /objects/, https:// or http://.';

/**
 * Returns a picture that is neither an object path nor an http URL; undefined if there is none. Present ones may stay: they
 * may be older than the rule.
 */
export const findWrongPicture = (wanted: readonly string[], present: readonly string[] = []): string | undefined =>
  wanted.find((picture) => absolutePicture(picture, '') === undefined && !present.includes(picture));
