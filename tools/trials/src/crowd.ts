import { Pool } from 'undici';
import { type Answer, headersOf, type Order, PATH, readAnswer } from './order.js';

/** A buyer who has waited this long is told nothing any more. */
const ANSWER_LIMIT_MS = 40_000;

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

  close(): Promise<void[]> {
    return Promise.all(this.pools.map((pool) => pool.destroy()));
  }

  private async send(order: Order, index: number, began: number): Promise<Answer> {
    const pool = this.pools[index % this.pools.length] as Pool;
    try {
      const reply = await pool.request({ path: PATH, method: 'POST', headers: headersOf(order), body: order.body });
      const text = await reply.body.text();
      return readAnswer(reply.statusCode, text, performance.now() - began);
    } catch (error) {
      return { status: 0, said: String(error), ms: performance.now() - began };
    }
  }
}
