import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Clock } from './clock.js';
import { isDraining } from './draining.js';
import { metrics } from './metrics.js';
import { CLOCK, HEALTH_CHECKS } from './tokens.js';

/** One thing a process depends on. `check` throws where it does not work. */
export interface HealthCheck {
  name: string;
  /** When it fails, /health/ready names it under `notices`, and the process stays ready. */
  isNotice?: boolean;
  check(): Promise<unknown>;
}

const CHECK_TIMEOUT_MS = 3_000;
/** So long an answer counts, milliseconds: /health/ready is open to everybody, and what it asks costs others work. */
const REMEMBERED_MS = 500;

/** The check's name where it fails, undefined where all is well; after 3 s it has failed. Never throws. */
export const failingCheck = async ({ name, check }: HealthCheck): Promise<string | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      check(),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer')), CHECK_TIMEOUT_MS);
      }),
    ]);
    return undefined;
  } catch {
    return name;
  } finally {
    clearTimeout(timer);
  }
};

/** What a process depends on, looked at once for all who ask meanwhile or shortly after. */
export class Readiness {
  private answer: Promise<string[]> | undefined;
  private staleAt = Infinity;

  constructor(
    private readonly checks: readonly HealthCheck[],
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The names of what fails. Never throws. */
  failing(): Promise<string[]> {
    if (!this.answer || this.clock.now() >= this.staleAt) {
      this.staleAt = Infinity;
      this.answer = this.look();
    }
    return this.answer;
  }

  private async look(): Promise<string[]> {
    const names = (await Promise.all(this.checks.map(failingCheck))).filter((name) => name !== undefined);
    this.staleAt = this.clock.now() + REMEMBERED_MS;
    return names;
  }
}

/** GET /health/live, /health/ready and /metrics of a process. */
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

  /** 503 with the names of what fails; while the process ends that is itself. */
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
