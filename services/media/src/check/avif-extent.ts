import { ascii, type Extent } from './extent.js';

const BOXES = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'idat', 'styp', 'pict']);

/** Walks the top boxes of an AVIF (ISO 14496-12) to the end of the file; ends at the first that is none. */
export const avifExtent = (bytes: Buffer): Extent | null => {
  const metadata: Extent['metadata'] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const type = ascii(bytes, at + 4, 4);
    if (!BOXES.has(type)) break;
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
