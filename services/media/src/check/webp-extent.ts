import { ascii, type Extent } from './extent.js';

const PICTURE_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

/** Walks the chunks of a WebP (RIFF); null where it breaks off. */
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
    if (!PICTURE_CHUNKS.has(ascii(bytes, at, 4))) metadata.push([at, Math.min(next, end)]);
    at = next;
  }
  // some writers leave the last padding byte out of the size
  return { end: end === bytes.length - 1 && bytes[end] === 0 ? bytes.length : end, metadata };
};
