import { setTimeout as sleep } from 'node:timers/promises';
import type { Hold } from '@geodes/contracts';
import { demoOrder, ORDER_PATH, type Random } from '@geodes/testing';

const CALL_LIMIT_MS = 20_000;
const PAUSE_MS = { from: 100, to: 900 };

/** A browser whose owner holds stones, lets them go, forgets them, pays, or pays without a hold. */
export class Shopper {
  private cookie = '';
  private held: Hold | undefined;

  constructor(
    private readonly gateways: string[],
    private readonly random: Random,
    /** What is on sale, as far as is known. */
    private readonly stones: () => string[],
    /** A stone was bought. */
    private readonly bought: () => void,
  ) {}

  async shop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.act().catch(() => undefined);
      await sleep(this.random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
    }
  }

  private async act(): Promise<void> {
    const { random, held } = this;
    if (held && random.chance(0.3)) return this.end(held);
    if (held && random.chance(0.35)) return this.pay(held.items[0]?.geodeId, held.holdId);
    if (random.chance(0.06)) return this.pay(random.pick(this.stones()));
    await this.hold();
  }

  private async hold(): Promise<void> {
    const wanted = this.random.shuffled(this.stones()).slice(0, this.random.chance(0.3) ? 2 : 1);
    const items = wanted.map((geodeId) => ({ geodeId, quantity: 1 }));
    const reply = await this.send('POST', '/api/holds', { items });
    this.held = reply.status === 201 ? ((await reply.json()) as Hold) : undefined;
    const given = reply.headers.getSetCookie()[0]?.split(';', 1)[0];
    if (given) this.cookie = given;
  }

  private async end({ holdId }: Hold): Promise<void> {
    this.held = undefined;
    await this.send('DELETE', `/api/holds/${holdId}`);
  }

  private async pay(geodeId: string | undefined, holdId?: string): Promise<void> {
    this.held = undefined;
    if (!geodeId) return;
    const order = demoOrder([geodeId], this.random.chance(0.3) ? 'cnon:card-nonce-declined' : 'cnon:card-nonce-ok');
    const body = { ...(JSON.parse(order.body) as object), ...(holdId ? { holdId } : {}) };
    const reply = await this.send('POST', ORDER_PATH, body, order.headers);
    if (reply.status === 201) this.bought();
  }

  private send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    const json = body ? { 'content-type': 'application/json' } : {};
    return fetch(this.random.pick(this.gateways) + path, {
      method,
      headers: { cookie: this.cookie, ...json, ...headers },
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
}
