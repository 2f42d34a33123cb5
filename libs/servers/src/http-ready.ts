import { createRequire } from 'node:module';

// `require`, because importing node:http evaluates all its exports and so loads fetch and WebSocket (13 MB).
const { get } = createRequire(import.meta.url)('node:http') as typeof import('node:http');

/** Returns whether the URL responds with a 2xx status within `timeoutMs`. Never throws. */
export function isHttpReady(url: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, ({ statusCode = 0 }) => {
      resolve(statusCode >= 200 && statusCode < 300);
      request.destroy();
    });
    request.on('error', () => resolve(false));
  });
}
