import type { Upload } from '@geodes/contracts';
import { failedReply, noReply, type ApiError } from '../../app/api-error.js';

/** 10 MB in three minutes is what a slow line manages, 0.5 Mbit/s. The gateway waits longer for a request. */
const TIMEOUT = 180_000;

interface Options {
  /** From 0 to 1; at 1 all was sent and the shop is looking at it. */
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
 * Sends a picture and resolves to its object path. Rejects with an ApiError; status 0 where no answer came in time or it
 * was called off. By XMLHttpRequest, since fetch does not tell how much of a body was sent.
 */
export const uploadPicture = (file: File, { onProgress, signal }: Options): Promise<string> =>
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
    request.withCredentials = true;
    request.timeout = TIMEOUT;
    request.setRequestHeader('Accept', 'application/json');
    request.send(form);
  });
