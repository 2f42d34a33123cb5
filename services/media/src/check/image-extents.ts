/** The end of an image in its file, and the parts that are not picture data. Offsets in bytes. */
export interface Extent {
  end: number;
  /** Comments, profiles, EXIF and other metadata: [from, to). */
  metadata: [from: number, to: number][];
}

interface JpegExtent extends Extent {
  /** A header announces further pictures behind this one. */
  multiPicture: boolean;
  /** Where the three last bytes of each scan header begin, if the picture is sequential. */
  scans: number[];
}

const EOI = 0xd9;
const SOS = 0xda;
/** SOF0 and SOF1. */
const isSequentialFrame = (marker: number) => marker === 0xc0 || marker === 0xc1;
const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Walks a JPEG (ITU T.81, annex B) from `start` to its end-of-image marker. Returns null if it is incomplete. */
export const jpegExtent = (bytes: Buffer, start = 0): JpegExtent | null => {
  if (bytes[start] !== 0xff || bytes[start + 1] !== 0xd8) return null;
  const metadata: Extent['metadata'] = [];
  const scans: number[] = [];
  let multiPicture = false;
  let isSequential = false;
  let at = start + 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    at += 2;
    if (marker === EOI) return { end: at, metadata, multiPicture, scans: isSequential ? scans : [] };
    if (isStandalone(marker)) continue;
    if (at + 2 > bytes.length) return null;
    const length = bytes.readUInt16BE(at);
    if (length < 2 || at + length > bytes.length) return null;
    if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) metadata.push([at + 2, at + length]);
    // CIPA DC-007: several JPEGs in one file (previews, gain maps of HDR photographs)
    if (marker === 0xe2 && ascii(bytes, at + 2, 4) === 'MPF\0') multiPicture = true;
    if (isSequentialFrame(marker)) isSequential = true;
    at += length;
    if (marker !== SOS) continue;
    scans.push(at - 3);
    at = endOfScan(bytes, at);
  }
  return null;
};

/** Entropy-coded data ends at the next marker that is neither a stuffed zero nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
};

/**
 * Extends a JPEG by what cameras append to it: the pictures that a multi-picture header announces, and the trailer of
 * Samsung's cameras.
 */
export const withTrailer = (bytes: Buffer, image: JpegExtent): Extent => {
  const metadata = [...image.metadata];
  let last = image.end;
  for (let pictures = 0; image.multiPicture && pictures < 8; pictures++) {
    const next = jpegExtent(bytes, afterPadding(bytes, last));
    if (!next) break;
    metadata.push(...next.metadata);
    last = next.end;
  }
  if (!samsungTrailer(bytes, last)) return { end: last, metadata };
  return { end: bytes.length, metadata: [...metadata, [last, bytes.length]] };
};

/**
 * Returns the first picture of a complete JPEG, with what T.81 requires in the scan headers of a sequential one: some of
 * Samsung's cameras write other values, of which libjpeg warns (https://github.com/lovell/sharp/issues/1578). Without the
 * pictures behind it, because libvips does not refuse a damaged picture that has a gain map.
 */
export const plainJpeg = (bytes: Buffer): Buffer => {
  const image = jpegExtent(bytes);
  if (!image) return bytes;
  const picture = Buffer.from(bytes.subarray(0, image.end));
  for (const at of image.scans) picture.writeUIntBE(0x003f00, at, 3);
  return picture;
};

/** Returns the end of the zeros that begin at `from`: cameras and encoders pad their files. */
export const afterPadding = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] === 0) at += 1;
  return at;
};

/**
 * True if the file ends with a Samsung trailer: blocks, `SEFH`, their directory, its length, `SEFT` (as ExifTool reads
 * it). The blocks must fill the gap. The first may begin with zeros that look like padding, so it starts in [from, to].
 */
const samsungTrailer = (bytes: Buffer, from: number): boolean => {
  const to = afterPadding(bytes, from);
  const size = bytes.length;
  if (size - from < 24 || ascii(bytes, size - 4, 4) !== 'SEFT') return false;
  const head = size - 8 - bytes.readUInt32LE(size - 8);
  if (head < from || ascii(bytes, head, 4) !== 'SEFH') return false;
  const count = bytes.readUInt32LE(head + 8);
  if (count > 64 || head + 12 + count * 12 > size - 8) return false;
  let covered = 0;
  for (let i = 0; i < count; i++) covered += bytes.readUInt32LE(head + 12 + i * 12 + 8);
  return covered >= head - to && covered <= head - from;
};

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
  return { end, metadata };
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

const ascii = (bytes: Buffer, from: number, length: number): string => bytes.toString('latin1', from, from + length);
