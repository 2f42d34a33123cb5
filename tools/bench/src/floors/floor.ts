import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { FloorOrder, PreparedReply } from './floor-main.js';

export interface Floor {
  origin: string;
  stop(): void;
}

const MAIN = fileURLToPath(new URL('../../dist/floors/floor-main.js', import.meta.url));
const START_LIMIT_MS = 10_000;
const READ_LIMIT_MS = 10_000;
/** What says how the body is to be read; everything else the shop sends is its own cost. */
const OF_THE_BODY = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary'];

/** A bare `node:http` server in a process of its own: the least that the same answer can cost. */
export const startFloor = async (order: FloorOrder): Promise<Floor> => {
  const child = fork(MAIN, { execArgv: [], stdio: 'inherit' });
  child.send(order);
  const [{ port }] = (await once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) })) as [
    { port: number },
  ];
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() };
};

/** The shop's reply to this request, prepared: the same bytes of the body, and what says how to read them. */
export const prepared = async (address: string, headers: Record<string, string>): Promise<PreparedReply> => {
  const asked = request(address, { headers, signal: AbortSignal.timeout(READ_LIMIT_MS) }).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  if (reply.statusCode !== 200) throw new Error(`${address}: ${reply.statusCode}`);
  const kept = OF_THE_BODY.flatMap((name) => {
    const value = reply.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { headers: Object.fromEntries(kept), body: Buffer.concat(chunks).toString('base64') };
};
