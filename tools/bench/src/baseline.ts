import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { BaselineSetup } from './baseline-main.js';

const MAIN = fileURLToPath(new URL('./baseline-main.js', import.meta.url));
const TIMEOUT_MS = 10_000;
/** They say how the body is to be read; every other header of the shop is its own cost. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary'];

/** A bare `node:http` server in a process of its own: the least that the same response can cost. */
export const startBaseline = async (setup: BaselineSetup): Promise<{ origin: string; stop: () => void }> => {
  const child = fork(MAIN, { execArgv: [], stdio: 'inherit' });
  child.send(setup);
  const [{ port }] = (await once(child, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [{ port: number }];
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
};

/** The shop's response as a baseline sends it: the same bytes of the body under the headers that describe it. */
export const copyResponse = async (url: string): Promise<{ headers: Record<string, string>; body: string }> => {
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const [response] = (await once(
    request(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).end(),
    'response',
  )) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  const kept = BODY_HEADERS.flatMap((name) => {
    const value = response.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { headers: Object.fromEntries(kept), body: Buffer.concat(chunks).toString('base64') };
};
