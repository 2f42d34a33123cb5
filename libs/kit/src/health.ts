import { readFileSync } from 'node:fs';
import type { Nothing, ProcessHealth } from '@geodes/contracts';
import {
  Controller,
  Get,
  Header,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  Res,
  type Type,
} from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { FastifyReply } from 'fastify';
import { Bus } from './bus.js';
import { atMost, CLOCK, type Clock, systemClock } from './clock.js';
import { isDraining } from './in-flight.js';
import { metrics } from './metrics.js';

/** Injection token of the process's health checks. */
export const HEALTH_CHECKS = Symbol('HEALTH_CHECKS');

/** Checks one dependency of a process. `check` rejects if it does not work. */
export interface HealthCheck {
  name: string;
  /** If true, a failure is listed under `notices` of /health/ready and the process stays ready. */
  isNotice?: boolean;
  check(): Promise<unknown>;
}

const CHECK_TIMEOUT_MS = 3_000;
/** Caches results: /health/ready is public, and its checks load other servers. */
const CACHE_MS = 500;

/** Returns whether the check succeeds within 3 s. Never throws. */
const isWell = async ({ check }: HealthCheck): Promise<boolean> => {
  try {
    const succeeds = check().then(() => true);
    return (await atMost(CHECK_TIMEOUT_MS, succeeds, systemClock)) ?? false;
  } catch {
    return false;
  }
};

/** Runs a process's checks once for all requests that arrive meanwhile or within half a second. */
export class Readiness {
  private result: Promise<string[]> | undefined;
  private staleAt = Infinity;

  constructor(
    private readonly checks: readonly HealthCheck[],
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Returns the names of the failing checks. Never throws. */
  failing(): Promise<string[]> {
    if (!this.result || this.clock.now() >= this.staleAt) {
      this.staleAt = Infinity;
      this.result = this.runChecks();
    }
    return this.result;
  }

  private async runChecks(): Promise<string[]> {
    const results = await Promise.all(this.checks.map(isWell));
    this.staleAt = this.clock.now() + CACHE_MS;
    return this.checks.filter((_, index) => !results[index]).map(({ name }) => name);
  }
}

/** Serves GET /health/live, /health/ready and /metrics. */
@Controller()
export class HealthController {
  private readonly readiness: Readiness;

  constructor(
    @Inject(HEALTH_CHECKS) private readonly checks: HealthCheck[],
    @Inject(CLOCK) clock: Clock,
  ) {
    this.readiness = new Readiness(checks, clock);
  }

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Responds 503 with the names of failing checks; a stopping process lists `leaving`. */
  @Get('health/ready')
  async ready(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ok' | 'unavailable'; failing?: string[]; notices?: string[] }> {
    const failing = isDraining() ? ['leaving'] : await this.readiness.failing();
    const notices = failing.filter((name) => this.checks.some((check) => check.name === name && check.isNotice));
    const names = failing.filter((name) => !notices.includes(name));
    if (names.length === 0) return { status: 'ok', ...(notices.length > 0 ? { notices } : {}) };
    void reply.status(503).header('Retry-After', '2');
    return { status: 'unavailable', failing: names };
  }

  @Get('metrics')
  @Header('Content-Type', metrics.registry.contentType)
  metrics(): Promise<string> {
    return metrics.registry.metrics();
  }
}

const startedAt = new Date(Date.now() - performance.now()).toISOString();

/** All packages of the workspace have the same version. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Reports version, start and checks of this process, without notices. Each check takes at most 3 s. Never throws. */
export const processHealth = async (all: readonly HealthCheck[]): Promise<ProcessHealth> => {
  const checks = all.filter(({ isNotice }) => !isNotice);
  const results = checks.map(async (check) => ({ name: check.name, isWell: await isWell(check) }));
  return { version, startedAt, checks: await Promise.all(results) };
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
    @Inject(PROCESS) private readonly own: ProcessName,
    @Inject(HEALTH_CHECKS) private readonly checks: HealthCheck[],
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.bus.answer('shop.discover-processes', undefined, async () => ({
      ...this.own,
      memoryBytes: process.memoryUsage.rss(),
      ...(await processHealth(this.checks)),
    }));
  }
}
