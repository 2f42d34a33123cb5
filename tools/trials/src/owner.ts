import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminOrder, Geode, OpenHolds, PaymentDifference, PaymentDifferences } from '@geodes/contracts';
import type { StartedShop } from '@geodes/testing';

const CALL_LIMIT_MS = 30_000;
const RETRY_MS = 500;

/** The owner at her panel: puts stones on sale and reads the orders. */
export class Owner {
  private cookie = '';

  constructor(private readonly shop: Pick<StartedShop, 'gateways' | 'adminPin'>) {}

  /** A stone on sale, its price in cents. */
  newStone(title: string, priceCents: number, quantity = 1): Promise<Geode> {
    return this.call<Geode>('POST', '/api/admin/geodes', {
      title,
      description: 'A stone for a trial.',
      price: (priceCents / 100).toFixed(2),
      size: '3.5 inches',
      location: 'Keokuk, Iowa',
      crystalType: 'Quartz',
      quantity,
      imageUrl: '/objects/trial.webp',
      tier: 'B',
      category: 'individual',
    });
  }

  stone(id: string): Promise<Geode> {
    return this.call<Geode>('GET', `/api/geodes/${id}`);
  }

  /** `price`: dollars. */
  setPrice(id: string, price: string): Promise<Geode> {
    return this.call<Geode>('PUT', `/api/admin/geodes/${id}`, { price });
  }

  /** What the panel says about differences with Square. */
  async differences(): Promise<PaymentDifference[]> {
    return (await this.call<PaymentDifferences>('GET', '/api/admin/reconciliation')).differences;
  }

  orders(): Promise<AdminOrder[]> {
    return this.call<AdminOrder[]>('GET', '/api/admin/orders');
  }

  /** Ends every hold that is not under payment. */
  async endHolds(): Promise<void> {
    const { holds } = await this.call<OpenHolds>('GET', '/api/admin/holds');
    for (const { holdId, isUnderPayment } of holds)
      if (!isUnderPayment) await this.call('DELETE', `/api/admin/holds/${holdId}`);
  }

  /** Tries each gateway in turn while the shop is unwell; signs in when that is asked for. Throws after 30 s. */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const end = performance.now() + CALL_LIMIT_MS;
    for (let attempt = 0; ; attempt += 1) {
      const gateway = this.shop.gateways[attempt % this.shop.gateways.length] ?? this.shop.gateways[0];
      const said = await this.ask<T>(gateway, method, path, body).catch((error: unknown) => String(error));
      if (typeof said !== 'string') return said.answer;
      if (performance.now() > end) throw new Error(`${method} ${path}: ${said}`);
      await sleep(RETRY_MS);
    }
  }

  private async ask<T>(gateway: string, method: string, path: string, body?: object): Promise<{ answer: T } | string> {
    const reply = await fetch(gateway + path, {
      method,
      headers: { Origin: gateway, Cookie: this.cookie, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(CALL_LIMIT_MS / 2),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (reply.ok) return { answer: (reply.status === 204 ? undefined : await reply.json()) as T };
    const said = `${reply.status} ${await reply.text()}`;
    if (reply.status === 401) await this.signIn(gateway);
    return said;
  }

  private async signIn(gateway: string): Promise<void> {
    const reply = await fetch(`${gateway}/api/admin/login`, {
      method: 'POST',
      headers: { Origin: gateway, 'Content-Type': 'application/json' },
      body: JSON.stringify({ pin: this.shop.adminPin }),
      signal: AbortSignal.timeout(CALL_LIMIT_MS / 2),
    });
    this.cookie = reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }
}
