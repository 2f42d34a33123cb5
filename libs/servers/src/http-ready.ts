import { createRequire } from 'node:module';

// by `require`: an import of node:http reads all it exports, and with that loads fetch and WebSocket, 13 MB
const { get } = createRequire(import.meta.url)('node:http') as typeof import('node:http');

/** Whether this address answers with a status of success within the time; never throws. */
export function isHttpReady(url: string, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(limitMs) }, ({ statusCode = 0 }) => {
      resolve(statusCode >= 200 && statusCode < 300);
      request.destroy();
    });
    request.on('error', () => resolve(false));
  });
}
