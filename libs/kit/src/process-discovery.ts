import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Bus } from './bus.js';
import type { HealthCheck } from './health.js';
import { processHealth } from './process-health.js';
import { HEALTH_CHECKS } from './tokens.js';

/** Injection token of the process's ProcessName. */
export const PROCESS = Symbol('PROCESS');

export interface ProcessName {
  service: string;
  name: string;
}

/** Responds to `shop.discover-processes` in every process; a service's own subjects reach only one of its processes. */
@Injectable()
export class ProcessDiscovery implements OnApplicationBootstrap {
  constructor(
    private readonly bus: Bus,
    @Inject(PROCESS) private readonly process: ProcessName,
    @Inject(HEALTH_CHECKS) private readonly checks: HealthCheck[],
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.bus.answer('shop.discover-processes', undefined, async () => ({
      ...this.process,
      memoryBytes: process.memoryUsage.rss(),
      ...(await processHealth(this.checks)),
    }));
  }
}
