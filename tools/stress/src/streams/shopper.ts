import { setTimeout as sleep } from 'node:timers/promises';
import type { Hold } from '@geodes/contracts';
import { bodyOf, demoOrder, type Random, ShopClient } from '@geodes/testing';

const PAUSE_MS = { from: 100, to: 900 };

/** A browser whose owner holds stones, lets them go, forgets them, pays, or pays without a hold. */
export class Shopper {
  private readonly browser: ShopClient;
  private held: Hold | undefined;

  constructor(
    private readonly gateways: string[],
    private readonly random: Random,
    /** What is on sale, as far as is known. */
    private readonly stones: () => string[],
    /** A stone was bought. */
    private readonly bought: () => void,
  ) {
    this.browser = new ShopClient(gateways);
  }

  async shop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.act().catch(() => undefined);
      await sleep(this.random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
    }
  }

  private async act(): Promise<void> {
    const { random, held } = this;
    if (held && random.chance(0.3)) return this.end(held);
    if (held && random.chance(0.35)) return this.pay(held.items[0]?.geodeId, held);
    if (random.chance(0.06)) return this.pay(random.pick(this.stones()));
    await this.hold();
  }

  private async hold(): Promise<void> {
    const wanted = this.random.shuffled(this.stones()).slice(0, this.random.chance(0.3) ? 2 : 1);
    const reply = await this.browser.hold(wanted, this.random.pick(this.gateways));
    this.held = reply.status === 201 ? bodyOf<Hold>(reply) : undefined;
  }

  private async end({ holdId }: Hold): Promise<void> {
    this.held = undefined;
    await this.browser.send('DELETE', `/api/holds/${holdId}`, { gateway: this.random.pick(this.gateways) });
  }

  private async pay(geodeId: string | undefined, hold?: Hold): Promise<void> {
    this.held = undefined;
    if (!geodeId) return;
    const order = demoOrder([geodeId], this.random.chance(0.3) ? 'cnon:card-nonce-declined' : 'cnon:card-nonce-ok');
    const gateway = this.random.pick(this.gateways);
    const { status } = await this.browser.order(order, { gateway, ...(hold ? { hold } : {}) });
    if (status === 201) this.bought();
  }
}
