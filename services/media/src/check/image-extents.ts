/** The end of an image in its file, and the parts that are not picture data. Offsets in bytes. */
export interface Extent {
  end: number;
  /** Comments, profiles, EXIF and other metadata: [from, to). */
  metadata: [from: number, to: number][];
}

export const ascii = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, from + length);

const PNG_PICTURE_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'fdAT', 'fcTL', 'acTL']);

/** Walks the chunks of a PNG to IEND. Returns null if it is incomplete. */
export const pngExtent = (bytes: Buffer): Extent | null => {
  const metadata: Extent['metadata'] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = ascii(bytes, at + 4, 4);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    if (!PNG_PICTURE_CHUNKS.has(type)) metadata.push([at + 4, end - 4]);
    if (type === 'IEND') return { end, metadata };
    at = end;
  }
  return null;
};

const WEBP_PICTURE_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

/** Walks the chunks of a WebP (RIFF). Returns null if it is incomplete. */
export const webpExtent = (bytes: Buffer): Extent | null => {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  const metadata: Extent['metadata'] = [];
  let at = 12;
  while (at < end) {
    if (at + 8 > end) return null;
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length & 1);
    if (next > end + 1) return null;
    if (!WEBP_PICTURE_CHUNKS.has(ascii(bytes, at, 4))) metadata.push([at, Math.min(next, end)]);
    at = next;
  }
  // some encoders do not count the last padding byte in the size
  return { end: end === bytes.length - 1 && bytes[end] === 0 ? bytes.length : end, metadata };
};

/** Returns the size of a GIF colour table in bytes, from its flags. */
const colourTableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Walks the blocks of a GIF to its trailer. Returns null if it is incomplete. */
export const gifExtent = (bytes: Buffer): Extent | null => {
  const metadata: Extent['metadata'] = [];
  let at = 13 + colourTableSize(bytes[10] ?? 0);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return { end: at + 1, metadata };
    if (kind === 0x21) {
      const label = bytes[at + 1];
      const end = afterSubBlocks(bytes, at + 2);
      if (label === 0xfe || label === 0xff || label === 0x01) metadata.push([at + 2, end]);
      at = end;
    } else if (kind === 0x2c) at = afterSubBlocks(bytes, at + 11 + colourTableSize(bytes[at + 9] ?? 0));
    else return null;
  }
  return null;
};

const afterSubBlocks = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
  return bytes.length;
};

const AVIF_BOXES = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'idat', 'styp', 'pict']);

/** Walks the top-level boxes of an AVIF (ISO 14496-12) to the first unknown one. Returns null if it is incomplete. */
export const avifExtent = (bytes: Buffer): Extent | null => {
  const metadata: Extent['metadata'] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const type = ascii(bytes, at + 4, 4);
    if (!AVIF_BOXES.has(type)) break;
    let length = bytes.readUInt32BE(at);
    if (length === 0) length = bytes.length - at;
    if (length === 1) {
      if (at + 16 > bytes.length) return null;
      length = Number(bytes.readBigUInt64BE(at + 8));
    }
    if (length < 8 || at + length > bytes.length) return null;
    if (type !== 'mdat') metadata.push([at + 8, at + length]);
    at += length;
  }
  return at === 0 ? null : { end: at, metadata };
};
