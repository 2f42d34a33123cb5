import type { PictureProblem, Upload } from '@geodes/contracts';
import { failedReply, isApiError, noReply, parseBody, type ApiError } from '../../../app/api-error.js';

/** Allows 10 MB at 0.5 Mbit/s. The gateway's timeout is longer. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** More would slow each other down. */
export const MAX_CONCURRENT_UPLOADS = 3;

interface Options {
  /** Receives the sent share from 0 to 1. At 1 the server still checks the picture. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a picture, shrunk if it is too large, and resolves to its object path. Rejects with an ApiError: TOO_LARGE if the
 * picture cannot be shrunk, status 0 after a timeout, a lost connection or an abort.
 */
export const uploadPicture = async (file: File, options: Options): Promise<string> => {
  const fitted = await fitPicture(file);
  if (options.signal.aborted) throw noReply('called off');
  return send(fitted, options);
};

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
const send = (file: File, { onProgress, signal }: Options): Promise<string> =>
  new Promise((resolve, reject: (error: ApiError) => void) => {
    const request = new XMLHttpRequest();
    const callOff = () => request.abort();
    const fail = (reason: string) => () => reject(noReply(reason));
    request.onloadstart = () => onProgress(0);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const { objectPath } = parseBody(responseText) as Partial<Upload>;
      if (status >= 200 && status < 300 && objectPath) resolve(objectPath);
      else reject(failedReply(status, statusText, responseText, request.getResponseHeader('Retry-After')));
    };
    request.onerror = fail('the connection was lost');
    request.ontimeout = fail('no answer in time');
    request.onabort = fail('called off');
    request.onloadend = () => signal.removeEventListener('abort', callOff);
    signal.addEventListener('abort', callOff);

    const form = new FormData();
    form.append('file', file);
    request.open('POST', '/api/objects/upload');
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader('Accept', 'application/json');
    request.send(form);
  });

/** Statuses that refuse the picture itself. */
const REFUSALS = [400, 413, 415];

interface ManyOptions {
  /** Receives the number of uploaded files. */
  onUploaded: (count: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads pictures in parallel and adds their object paths to `paths`. Skips files that have a path. Resolves to the refused
 * pictures. Stops and rejects with the ApiError of any other failure.
 */
export const uploadPictures = async (
  files: readonly File[],
  paths: Map<File, string>,
  { onUploaded, signal }: ManyOptions,
): Promise<PictureProblem[]> => {
  const waiting = files.filter((file) => !paths.has(file));
  const problems: PictureProblem[] = [];
  const sendNext = async (): Promise<void> => {
    onUploaded(files.filter((file) => paths.has(file)).length);
    const file = waiting.shift();
    if (!file) return;
    try {
      paths.set(file, await uploadPicture(file, { onProgress: () => undefined, signal }));
    } catch (error) {
      if (!isApiError(error) || !REFUSALS.includes(error.status)) {
        waiting.length = 0;
        throw error;
      }
      problems.push({ name: file.name, reason: error.message ?? 'The shop does not take this picture.' });
    }
    return sendNext();
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, sendNext));
  return problems;
};

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
  const known = copies.get(file);
  if (known) return known;
  const copy = lastShrink.then(() => shrink(file));
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
