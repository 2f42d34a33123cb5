import type { PictureProblem, Upload } from '@geodes/contracts';
import { failedReply, isApiError, noReply, type ApiError } from '../../../app/api-error.js';
import { fitPicture } from './fit-picture.js';

/** Allows 10 MB at 0.5 Mbit/s. The gateway's timeout is longer. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** More would slow each other down. */
export const MAX_CONCURRENT_UPLOADS = 3;

interface Options {
  /** Receives the sent share from 0 to 1. At 1 the server still checks the picture. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

const objectPathOf = (body: string): string | undefined => {
  try {
    return (JSON.parse(body) as Partial<Upload>).objectPath;
  } catch {
    return undefined;
  }
};

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
      const path = status >= 200 && status < 300 ? objectPathOf(responseText) : undefined;
      if (path) resolve(path);
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
