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
 * Returns the pictures after a form was sent. `imageUrl` is the first picture: with `imageUrls` it goes before them, without it
 * replaces the first one, or moves to the front if it is one of the others. A blank one alone leaves none.
 */
export const pictures = (form: PictureFields, present: string[] = []): string[] => {
  const first = form.imageUrl?.trim();
  if (form.imageUrls) return clean([first, ...form.imageUrls]);
  if (first === undefined) return present;
  if (first === '') return [];
  return clean([first, ...(present.includes(first) ? present : present.slice(1))]);
};

export const WRONG_PICTURE =
  'Please upload the picture, or give its address, which begins with /objects/, https:// or http://.';

/**
 * Returns a picture that is neither an object path nor an http URL; undefined if there is none. Present ones may stay: they
 * may be older than the rule.
 */
export const findWrongPicture = (wanted: readonly string[], present: readonly string[] = []): string | undefined =>
  wanted.find((picture) => absolutePicture(picture, '') === undefined && !present.includes(picture));
