import { connect } from 'node:net';

const TIMEOUT_MS = 1500;

/** Sends `words` to a port of this machine; whether the response begins with `expected`. Never throws, takes at most 1.5 s. */
export function respondsWith(port: number, words: string | Buffer, expected: string): Promise<boolean> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = () => {
      clearTimeout(limit);
      socket.destroy();
      resolve(said.startsWith(expected));
    };
    const limit = setTimeout(settle, TIMEOUT_MS);
    socket.once('connect', () => words.length > 0 && socket.write(words));
    socket.on('data', (data) => {
      said += data.toString('latin1');
      if (said.length >= expected.length || !expected.startsWith(said)) settle();
    });
    socket.once('error', settle);
    socket.once('close', settle);
  });
}
