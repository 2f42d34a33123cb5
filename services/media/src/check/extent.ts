/** Where an image ends in its file, and which parts of it are not picture data. Offsets in bytes. */
export interface Extent {
  end: number;
  /** Comments, profiles, EXIF and the like: [from, to). */
  metadata: [from: number, to: number][];
}

export const ascii = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, from + length);
