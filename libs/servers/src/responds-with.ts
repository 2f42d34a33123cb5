import { connect } from 'node:net';

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
