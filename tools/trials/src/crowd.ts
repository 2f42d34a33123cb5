import { type Dispatcher, Pool } from 'undici';
import type { Hold } from '@geodes/contracts';
import { type DemoOrder, ORDER_PATH } from '@geodes/testing';
import { type Answer, type Order, readAnswer } from './order.js';

/** A buyer who has waited this long is told nothing any more. */
const ANSWER_LIMIT_MS = 40_000;
const HOLDS = '/api/holds';
const JSON_HEADERS = { 'content-type': 'application/json' };

interface Held {
  reply: Dispatcher.ResponseData;
  text: string;
}

/** Many buyers on connections that stand before they are let go, spread over the gateways. */
export class Crowd {
  private readonly pools: Pool[];

  /** `connections`: to each gateway; buyers beyond them wait for one, as in a browser. */
  constructor(
    gateways: string[],
    private readonly connections: number,
  ) {
    this.pools = gateways.map(
      (gateway) =>
        new Pool(gateway, {
          connections,
          pipelining: 1,
          headersTimeout: ANSWER_LIMIT_MS,
          bodyTimeout: ANSWER_LIMIT_MS,
        }),
    );
  }

  /** Opens what connections are missing. */
  async gather(): Promise<void> {
    const greetings = this.pools.flatMap((pool) =>
      Array.from({ length: this.connections }, () => pool.request({ path: '/health/live', method: 'GET' })),
    );
    for (const greeting of greetings) await (await greeting).body.dump();
  }

  /** All orders at once; the answers in the same order. Never rejects: silence is an answer too. */
  letGo(orders: Order[]): Promise<Answer[]> {
    const began = performance.now();
    return Promise.all(orders.map((order, index) => this.send(order, index, began)));
  }

  /** Holds an order's stones; the order as its browser pays for it then. Throws where they cannot be held. */
  async hold(order: Order): Promise<Order> {
    const held = await post(this.pools[0] as Pool, HOLDS, JSON_HEADERS, holdBody(order));
    if (held.reply.statusCode !== 201) throw new Error(`a buyer's hold was answered ${held.text}`);
    const [headers, body] = withHold(order, held);
    return { ...order, headers, body };
  }

  close(): Promise<void[]> {
    return Promise.all(this.pools.map((pool) => pool.destroy()));
  }

  private async send(order: Order, index: number, began: number): Promise<Answer> {
    const pool = this.pools[index % this.pools.length] as Pool;
    try {
      const held = order.holdsFirst ? await post(pool, HOLDS, JSON_HEADERS, holdBody(order)) : undefined;
      const isRefused = held && held.reply.statusCode !== 201;
      const { reply, text } = isRefused ? held : await post(pool, ORDER_PATH, ...withHold(order, held));
      return readAnswer(reply.statusCode, text, performance.now() - began);
    } catch (error) {
      return { status: 0, said: String(error), ms: performance.now() - began };
    }
  }
}

const post = async (pool: Pool, path: string, headers: Record<string, string>, body: string): Promise<Held> => {
  const reply = await pool.request({ path, method: 'POST', headers, body });
  return { reply, text: await reply.body.text() };
};

const holdBody = ({ geodeIds }: Order): string =>
  JSON.stringify({ items: geodeIds.map((geodeId) => ({ geodeId, quantity: 1 })) });

/** Headers and body of an order; one after a hold names it and comes from the browser that has it. */
const withHold = (order: Order, held: Held | undefined): [DemoOrder['headers'], string] => {
  if (!held) return [order.headers, order.body];
  const cookie = [held.reply.headers['set-cookie'] ?? []].flat().map((given) => given.split(';', 1)[0]);
  const { holdId } = JSON.parse(held.text) as Hold;
  const body = JSON.stringify({ ...(JSON.parse(order.body) as object), holdId });
  return [{ ...order.headers, cookie: cookie.join('; ') }, body];
};
