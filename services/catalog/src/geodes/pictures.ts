/** The pictures of a geode, the first one standing for it: neither blank ones nor the same twice. */
const clean = (pictures: (string | null | undefined)[]): string[] => [
  ...new Set(pictures.map((picture) => picture?.trim() ?? '').filter((picture) => picture !== '')),
];

export interface GivenPictures {
  imageUrl?: string | null;
  imageUrls?: string[] | null;
}

/**
 * What the pictures are after a form was sent. `imageUrl` is the first picture: given alone it takes the place of the
 * first one, given with `imageUrls` it goes before them. A blank `imageUrl` counts as not given.
 */
export const pictures = (given: GivenPictures, present: string[] = []): string[] => {
  const first = given.imageUrl?.trim() || undefined;
  if (given.imageUrls) return clean([first, ...given.imageUrls]);
  return first ? clean([first, ...present.slice(1)]) : present;
};
