import { Agent } from 'node:http';
import type { Hold } from '@geodes/contracts';
import { bodyOf, type DemoOrder, type OrderReply, readOrderReply, send, ShopClient } from '@geodes/testing';

export interface Order extends DemoOrder {
  /** The geodes are held before they are paid, as the site does; a plain client just orders. */
  holdsFirst?: boolean;
  /** The browser that holds them already. */
  held?: { browser: ShopClient; hold: Hold };
}

/** Many buyers on connections that are open before they order, spread over the gateways. */
export class Crowd {
  private readonly agent: Agent;

  /** `connections`: to each gateway; buyers beyond them wait for one, as in a browser. */
  constructor(
    private readonly gateways: readonly string[],
    private readonly connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  }

  /** Opens the missing connections. */
  async openConnections(): Promise<void> {
    await Promise.all(
      this.gateways.flatMap((gateway) =>
        Array.from({ length: this.connections }, () => send('GET', `${gateway}/health/live`, { agent: this.agent })),
      ),
    );
  }

  /** Sends all orders at once; the responses in the same order. Never rejects: silence is a response too. */
  sendAll(orders: Order[]): Promise<OrderReply[]> {
    const since = performance.now();
    return Promise.all(orders.map((order, index) => this.send(order, index, since)));
  }

  /** Holds an order's geodes; the order as its browser pays for it then. Throws when they cannot be held. */
  async hold(order: Order): Promise<Order> {
    const browser = new ShopClient(this.gateways, this.agent);
    const hold = bodyOf<Hold>(await browser.hold(order.geodeIds));
    return { ...order, held: { browser, hold } };
  }

  close(): void {
    this.agent.destroy();
  }

  private async send(order: Order, index: number, since: number): Promise<OrderReply> {
    const gateway = this.gateways[index % this.gateways.length] ?? '';
    const { browser = new ShopClient([gateway], this.agent), hold } = order.held ?? {};
    if (!order.holdsFirst) return browser.order(order, { gateway, since, ...(hold ? { hold } : {}) });
    try {
      const held = await browser.hold(order.geodeIds);
      if (held.status !== 201) return readOrderReply(held.status, held.text, performance.now() - since);
      return await browser.order(order, { hold: bodyOf<Hold>(held), since });
    } catch (error) {
      return { status: 0, said: String(error), ms: performance.now() - since };
    }
  }
}
