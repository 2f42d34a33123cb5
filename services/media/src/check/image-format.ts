export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** What the first bytes say it is, whatever its name or declared type; null for anything the shop does not take. */
export const imageFormat = (bytes: Uint8Array): ImageFormat | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return 'gif';
  if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP') return 'webp';
  if (latin1(bytes, 4, 8) === 'ftyp') {
    const brands: string[] = latin1(bytes, 8, Math.min(bytes.length, 8 + 64)).match(/.{4}/gs) ?? [];
    if (brands[0] === 'avif' || brands[0] === 'avis') return 'avif';
    if (brands[0] === 'mif1' && brands.includes('avif')) return 'avif';
  }
  return null;
};
