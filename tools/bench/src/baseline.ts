import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { BaselineSetup } from './baseline-main.js';

const MAIN = fileURLToPath(new URL('./baseline-main.js', import.meta.url));
const TIMEOUT_MS = 10_000;
/** Headers that describe the body. All others are the shop's own cost. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary'];

/** Starts a bare `node:http` server in a separate process: the least that the same response can cost. */
export const startBaseline = async (setup: BaselineSetup): Promise<{ origin: string; stop: () => void }> => {
  const child = fork(MAIN, { execArgv: [], stdio: 'inherit' });
  child.send(setup);
  const [{ port }] = (await once(child, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [{ port: number }];
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
};

/** Copies the shop's response for a baseline: the body's bytes and the headers that describe it. Throws unless it is 200. */
export const copyResponse = async (url: string): Promise<{ headers: Record<string, string>; body: string }> => {
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const [response] = (await once(
    request(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).end(),
    'response',
  )) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  const described = BODY_HEADERS.flatMap((name) => {
    const value = response.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { headers: Object.fromEntries(described), body: Buffer.concat(chunks).toString('base64') };
};
