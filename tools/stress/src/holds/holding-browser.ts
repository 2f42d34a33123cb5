import type { Agent } from 'node:http';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, ErrorBody, Hold } from '@geodes/contracts';
import { type Reply, ShopClient } from '@geodes/testing';

export interface HoldReply {
  reply: Reply;
  hold?: Hold;
  /** CPU time of the solved challenge, milliseconds; 0 if none was needed. */
  workMs: number;
}

/** A browser behind a proxy, that solves a challenge if the shop asks for one. */
export class HoldingBrowser {
  private readonly client: ShopClient;
  private readonly headers: Record<string, string>;

  constructor(gateways: readonly string[], agent: Agent, address: string) {
    this.client = new ShopClient(gateways, agent);
    this.headers = { 'x-forwarded-for': address };
  }

  /** Sends a request, by default to the first gateway. Rejects without a response. */
  send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    gateway?: string,
  ): Promise<Reply> {
    const options = { ...(body ? { body } : {}), ...(gateway ? { gateway } : {}) };
    return this.client.send(method, path, { ...options, headers: { ...headers, ...this.headers } });
  }

  /** Rejects without a response. */
  async hold(geodeIds: readonly string[]): Promise<HoldReply> {
    const items = geodeIds.map((geodeId) => ({ geodeId, quantity: 1 }));
    const reply = await this.send('POST', '/api/holds', { items });
    if (reply.status !== 428) return read(reply, 0);
    const { details } = JSON.parse(reply.text) as ErrorBody & { details: { challenge: Challenge } };
    const { challenge, workMs } = await inTurn(() => solve(details.challenge));
    return read(await this.send('POST', '/api/holds', { items, challenge }), workMs);
  }

  async release({ holdId }: Hold): Promise<void> {
    await this.send('DELETE', `/api/holds/${holdId}`);
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** One at a time, so that the CPU time of the process is that of one solution. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const result = turn.then(work);
  turn = result.catch(() => undefined);
  return result;
};

const solve = async (challenge: Challenge): Promise<{ challenge: string; workMs: number }> => {
  const began = process.cpuUsage();
  const solution = await solveChallenge({ challenge, deriveKey });
  const { user, system } = process.cpuUsage(began);
  const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  return { challenge: solved, workMs: (user + system) / 1_000 };
};

const read = (reply: Reply, workMs: number): HoldReply =>
  reply.status === 201 ? { reply, hold: JSON.parse(reply.text) as Hold, workMs } : { reply, workMs };
