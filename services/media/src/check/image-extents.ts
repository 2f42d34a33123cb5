import { ascii, type Extent } from './extent.js';

const PICTURE_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'fdAT', 'fcTL', 'acTL']);

/** Walks the chunks of a PNG to IEND; null where it breaks off. */
export const pngExtent = (bytes: Buffer): Extent | null => {
  const metadata: Extent['metadata'] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = ascii(bytes, at + 4, 4);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    if (!PICTURE_CHUNKS.has(type)) metadata.push([at + 4, end - 4]);
    if (type === 'IEND') return { end, metadata };
    at = end;
  }
  return null;
};
