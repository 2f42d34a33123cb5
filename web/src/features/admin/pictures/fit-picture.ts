import type { ApiError } from '../../../app/api-error.js';

/** The server refuses 10 MB and more. */
const SIZE_LIMIT_BYTES = 10 * 1024 * 1024;
/**
 * Longest sides that are tried, pixels. The shop keeps at most the first. Browsers of older phones have no canvas of more
 * than 16 megapixels (WebKit), for which the others are there.
 */
const SIDES = [6_000, 4_600, 3_600];
const QUALITIES = [0.92, 0.8];

/** As the server words it. */
export const TOO_LARGE: ApiError = {
  status: 413,
  error: '413: too large',
  message: 'File size must be less than 10MB',
};

export const isTooLarge = ({ size }: Blob): boolean => size >= SIZE_LIMIT_BYTES;

let lastShrink: Promise<unknown> = Promise.resolve();
const copies = new WeakMap<File, Promise<File>>();

/**
 * Resolves to the file, or to a smaller copy of a picture that is too large to be sent. Rejects with TOO_LARGE if that is
 * impossible. Large pictures are decoded one at a time: each takes up to several hundred MB of memory.
 */
export const fitPicture = (file: File): Promise<File> => {
  if (!isTooLarge(file)) return Promise.resolve(file);
  const copy = copies.get(file) ?? lastShrink.then(() => shrink(file));
  copies.set(file, copy);
  lastShrink = copy.catch(() => undefined);
  return copy;
};

const shrink = async (file: File): Promise<File> => {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw TOO_LARGE;
  });
  try {
    const isSeeThrough = /png|webp|gif|avif/.test(file.type);
    const blob =
      (isSeeThrough && (await encodeToFit(bitmap, 'image/webp'))) || (await encodeToFit(bitmap, 'image/jpeg'));
    if (!blob) throw TOO_LARGE;
    return new File([blob], file.name, { type: blob.type });
  } finally {
    bitmap.close();
  }
};

/** Null if no size and quality is small enough, or if the browser has no encoder of this type: it then makes PNG. */
const encodeToFit = async (bitmap: ImageBitmap, type: 'image/jpeg' | 'image/webp'): Promise<Blob | null> => {
  for (const side of SIDES) {
    const canvas = drawScaled(bitmap, side, type === 'image/jpeg');
    if (!canvas) continue;
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
      if (blob && blob.type !== type) return null;
      if (blob && !isTooLarge(blob)) return blob;
    }
  }
  return null;
};

/** Null if the browser has no canvas of this size: it then stays empty, whatever is drawn on it. */
const drawScaled = (bitmap: ImageBitmap, side: number, isOpaque: boolean): HTMLCanvasElement | null => {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (context.getImageData(0, 0, 1, 1).data[3] !== 255) return null;
  if (!isOpaque) context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
};
