import { setTimeout as sleep } from 'node:timers/promises';
import type { Hold } from '@geodes/contracts';
import { bodyOf, demoOrder, type Random, ShopClient } from '@geodes/testing';

const PAUSE_MS = { from: 100, to: 900 };

/** A browser that holds geodes, ends or abandons holds, and pays with or without a hold. */
export class RandomBuyer {
  private readonly browser: ShopClient;
  private current: Hold | undefined;

  constructor(
    private readonly gateways: string[],
    private readonly random: Random,
    /** Ids of the geodes that may be on sale. */
    private readonly geodeIds: () => string[],
    /** Runs after a paid order. */
    private readonly onPaid: () => void,
  ) {
    this.browser = new ShopClient(gateways);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.act().catch(() => undefined);
      await sleep(this.random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
    }
  }

  private async act(): Promise<void> {
    const { random, current } = this;
    if (current && random.chance(0.3)) return this.end(current);
    if (current && random.chance(0.35)) return this.pay(current.items[0]?.geodeId, current);
    if (random.chance(0.06)) return this.pay(random.pick(this.geodeIds()));
    await this.hold();
  }

  private async hold(): Promise<void> {
    const wanted = this.random.shuffled(this.geodeIds()).slice(0, this.random.chance(0.3) ? 2 : 1);
    const reply = await this.browser.hold(wanted, { gateway: this.random.pick(this.gateways) });
    this.current = reply.status === 201 ? bodyOf<Hold>(reply) : undefined;
  }

  private async end({ holdId }: Hold): Promise<void> {
    this.current = undefined;
    await this.browser.send('DELETE', `/api/holds/${holdId}`, { gateway: this.random.pick(this.gateways) });
  }

  private async pay(geodeId: string | undefined, hold?: Hold): Promise<void> {
    this.current = undefined;
    if (!geodeId) return;
    const order = demoOrder([geodeId], this.random.chance(0.3) ? 'cnon:card-nonce-declined' : 'cnon:card-nonce-ok');
    const gateway = this.random.pick(this.gateways);
    const { status } = await this.browser.order(order, { gateway, ...(hold ? { hold } : {}) });
    if (status === 201) this.onPaid();
  }
}
