import { Inject, Injectable } from '@nestjs/common';
import type { HealthSubject, ProcessHealth, ShopHealth } from '@geodes/contracts';
import { AppError, Bus, type HealthCheck, processHealth } from '@geodes/kit';
import { REDIS, type Redis } from '../connections.js';
import { ObjectStore } from '../media/object-store.js';
import { partsOf, PROCESSES, type Report } from './component-status.js';

/** A service asks its own servers for at most 3 s. */
const ASK_TIMEOUT_MS = 4_000;

/** Asks every process of the shop how it is. */
@Injectable()
export class ShopHealthReader {
  private readonly own: HealthCheck[];

  constructor(
    private readonly bus: Bus,
    @Inject(REDIS) redis: Redis,
    store: ObjectStore,
  ) {
    this.own = [
      { name: 'nats', check: () => bus.ping() },
      { name: 'redis', check: () => redis.ping() },
      { name: 'object-store', check: () => store.ping() },
    ];
  }

  /** Takes at most 4 s; one that does not answer is away. */
  async read(): Promise<ShopHealth> {
    const services = PROCESSES.filter((name) => name !== 'gateway');
    const [own, ...others] = await Promise.all([
      processHealth(this.own),
      ...services.map((name) => this.ask(`${name}.health` satisfies HealthSubject)),
    ]);
    const reports: Report[] = services.map((name, index) => ({ name, health: others[index] }));
    return { checkedAt: new Date().toISOString(), parts: partsOf([{ name: 'gateway', health: own }, ...reports]) };
  }

  private async ask(subject: HealthSubject): Promise<ProcessHealth | undefined> {
    try {
      return await this.bus.call(subject, {}, { timeoutMs: ASK_TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    }
  }
}
