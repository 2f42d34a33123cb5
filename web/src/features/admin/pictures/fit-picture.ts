import type { ApiError } from '../../../app/api-error.js';

/** The server refuses files of this size and more. */
const SIZE_LIMIT_BYTES = 10 * 1024 * 1024;
/**
 * Longest sides to try, in pixels. The server keeps at most the first. The others are for older phones, whose canvas has at
 * most 16 megapixels (WebKit).
 */
const SIDES = [6_000, 4_600, 3_600];
const QUALITIES = [0.92, 0.8];

/** Has the server's text. */
export const TOO_LARGE: ApiError = {
  status: 413,
  error: '413: too large',
  message: 'File size must be less than 10MB',
};

export const isTooLarge = ({ size }: Blob): boolean => size >= SIZE_LIMIT_BYTES;

let lastShrink: Promise<unknown> = Promise.resolve();
const copies = new WeakMap<File, Promise<File>>();

/**
 * Resolves to the file, or to a smaller copy if the file is too large. Rejects with TOO_LARGE if no copy is small enough.
 * Decodes one picture at a time, because each needs up to several hundred MB of memory.
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

/** Returns null if no size and quality fits, or if the browser cannot encode this type: it then makes PNG. */
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

/** Returns null if the browser has no canvas of this size: the canvas then stays empty. */
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
