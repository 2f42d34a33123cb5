import { readFileSync } from 'node:fs';
import { Controller, Inject, Injectable, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Nothing, ProcessHealth } from '@geodes/contracts';
import { Bus } from './bus.js';
import { failingCheck, type HealthCheck } from './health.js';
import { HEALTH_CHECKS } from './tokens.js';

const startedAt = new Date(Date.now() - performance.now()).toISOString();

/** All packages of the workspace have the same version. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Reports version, start and checks of this process, without notices. Each check takes at most 3 s. Never throws. */
export const processHealth = async (all: readonly HealthCheck[]): Promise<ProcessHealth> => {
  const checks = all.filter(({ isNotice }) => !isNotice);
  const failing = await Promise.all(checks.map(failingCheck));
  return {
    version,
    startedAt,
    checks: checks.map(({ name }, index) => ({ name, isWell: failing[index] === undefined })),
  };
};

/**
 * Creates the controller of `<service>.ping`, which shows that a process listens, and of `<service>.health`, which also
 * runs the process's health checks.
 */
export const pingController = (service: string): Type => {
  @Controller()
  class PingController {
    constructor(@Inject(HEALTH_CHECKS) private readonly checks: HealthCheck[]) {}

    @MessagePattern(`${service}.ping`)
    ping(): Nothing {
      return {};
    }

    @MessagePattern(`${service}.health`)
    health(): Promise<ProcessHealth> {
      return processHealth(this.checks);
    }
  }
  return PingController;
};

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
