import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Challenge, ErrorBody, Hold } from '@geodes/contracts';
import { type Reply, ShopClient } from '@geodes/testing';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

export interface HoldReply {
  reply: Reply;
  hold?: Hold;
}

/** A browser behind a proxy, that solves a challenge if the shop asks for one. */
export class HoldingBrowser extends ShopClient {
  constructor(gateways: readonly string[], agent: Agent, address: string) {
    super(gateways, agent, { 'x-forwarded-for': address });
  }

  /** Rejects without a response. */
  async takeHold(geodeIds: readonly string[]): Promise<HoldReply> {
    const reply = await this.hold(geodeIds);
    if (reply.status !== 428) return read(reply);
    const { details } = JSON.parse(reply.text) as ErrorBody & { details: { challenge: Challenge } };
    const challenge = await inTurn(() => solve(details.challenge));
    return read(await this.hold(geodeIds, { challenge }));
  }

  async release({ holdId }: Hold): Promise<void> {
    await this.send('DELETE', `/api/holds/${holdId}`);
  }
}

const RETRY_DELAY_MS = 100;
const MAX_TRIES = 20;

/** A browser whose requests go to the next gateway, with the same body, when a connection fails. */
export class RoamingBrowser extends HoldingBrowser {
  constructor(
    gateways: readonly string[],
    agent: Agent,
    address: string,
    private current: number,
  ) {
    super(gateways, agent, address);
  }

  override async send(...[method, path, options]: Parameters<HoldingBrowser['send']>): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1)
      try {
        const gateway = this.gateways[this.current % this.gateways.length];
        return await super.send(method, path, { ...options, gateway });
      } catch (error) {
        if (attempt === MAX_TRIES) throw error;
        this.current += 1;
        await sleep(RETRY_DELAY_MS);
      }
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** One at a time: together they would take the processors from the shop, which runs on the same machine. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const result = turn.then(work);
  turn = result.catch(() => undefined);
  return result;
};

const solve = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};

const read = (reply: Reply): HoldReply =>
  reply.status === 201 ? { reply, hold: JSON.parse(reply.text) as Hold } : { reply };
