import { ascii, type Extent } from './image-extents.js';

const EOI = 0xd9;
const SOS = 0xda;
const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Walks a JPEG (ITU T.81, annex B) from `start` to its end-of-image marker. Returns null if it is incomplete. */
export const jpegExtent = (bytes: Buffer, start = 0): (Extent & { multiPicture: boolean }) | null => {
  if (bytes[start] !== 0xff || bytes[start + 1] !== 0xd8) return null;
  const metadata: Extent['metadata'] = [];
  let multiPicture = false;
  let at = start + 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    at += 2;
    if (marker === EOI) return { end: at, metadata, multiPicture };
    if (isStandalone(marker)) continue;
    if (at + 2 > bytes.length) return null;
    const length = bytes.readUInt16BE(at);
    if (length < 2 || at + length > bytes.length) return null;
    if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) metadata.push([at + 2, at + length]);
    // CIPA DC-007: several JPEGs in one file (previews, gain maps of HDR photographs)
    if (marker === 0xe2 && ascii(bytes, at + 2, 4) === 'MPF\0') multiPicture = true;
    at += length;
    if (marker === SOS) at = endOfScan(bytes, at);
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
 * Extends a JPEG by what cameras append to it: padding, the pictures that a multi-picture header announces, and the
 * trailer of Samsung's cameras.
 */
export const withTrailer = (bytes: Buffer, image: Extent & { multiPicture: boolean }): Extent => {
  let last = image.end;
  for (let pictures = 0; image.multiPicture && pictures < 8; pictures++) {
    const next = jpegExtent(bytes, padding(bytes, last));
    if (!next) break;
    last = next.end;
  }
  const end = padding(bytes, last);
  if (!samsungTrailer(bytes, last, end)) return { end, metadata: image.metadata };
  return { end: bytes.length, metadata: [...image.metadata, [last, bytes.length]] };
};

const padding = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] === 0) at += 1;
  return at;
};

/**
 * True if the file ends with a Samsung trailer: blocks, `SEFH`, their directory, its length, `SEFT` (as ExifTool reads
 * it). The blocks must fill the gap. The first may begin with zeros that look like padding, so it starts in [from, to].
 */
const samsungTrailer = (bytes: Buffer, from: number, to: number): boolean => {
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
