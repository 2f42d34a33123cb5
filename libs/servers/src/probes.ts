import { createRequire } from 'node:module';
import { connect } from 'node:net';

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

const TIMEOUT_MS = 1500;

/**
 * Sends `request` to a local port and returns whether the response begins with `expected`. Never throws; takes at most
 * 1.5 s.
 */
export function respondsWith(port: number, request: string | Buffer, expected: string): Promise<boolean> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = () => {
      clearTimeout(timeout);
      socket.destroy();
      resolve(response.startsWith(expected));
    };
    const timeout = setTimeout(settle, TIMEOUT_MS);
    socket.once('connect', () => request.length > 0 && socket.write(request));
    socket.on('data', (data) => {
      response += data.toString('latin1');
      if (response.length >= expected.length || !expected.startsWith(response)) settle();
    });
    socket.once('error', settle);
    socket.once('close', settle);
  });
}
