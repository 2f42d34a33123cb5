import type { Extent } from './extent.js';

/** Size in bytes of a colour table from its flags. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Walks the blocks of a GIF to its trailer; null where it breaks off. */
export const gifExtent = (bytes: Buffer): Extent | null => {
  const metadata: Extent['metadata'] = [];
  let at = 13 + colourTable(bytes[10] ?? 0);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return { end: at + 1, metadata };
    if (kind === 0x21) {
      const label = bytes[at + 1];
      const end = afterSubBlocks(bytes, at + 2);
      if (label === 0xfe || label === 0xff || label === 0x01) metadata.push([at + 2, end]);
      at = end;
    } else if (kind === 0x2c) at = afterSubBlocks(bytes, at + 11 + colourTable(bytes[at + 9] ?? 0));
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
