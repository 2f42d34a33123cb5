import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isLeaving } from './leaving.js';
import { metrics } from './metrics.js';
import { HEALTH_CHECKS } from './tokens.js';

/** One thing a process depends on. `check` throws where it does not work. */
export interface HealthCheck {
  name: string;
  check(): Promise<unknown>;
}

const CHECK_LIMIT_MS = 3_000;

/** The check's name where it fails, undefined where all is well; after 3 s it has failed. Never throws. */
export const failingCheck = async ({ name, check }: HealthCheck): Promise<string | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      check(),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer')), CHECK_LIMIT_MS);
      }),
    ]);
    return undefined;
  } catch {
    return name;
  } finally {
    clearTimeout(timer);
  }
};

/** GET /health/live, /health/ready and /metrics of a process. */
@Controller()
export class HealthController {
  constructor(@Inject(HEALTH_CHECKS) private readonly checks: HealthCheck[]) {}

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 503 with the names of what fails; while the process ends that is itself. */
  @Get('health/ready')
  async ready(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ok' | 'unavailable'; failing?: string[] }> {
    const names = isLeaving()
      ? ['leaving']
      : (await Promise.all(this.checks.map(failingCheck))).filter((name) => name !== undefined);
    if (names.length === 0) return { status: 'ok' };
    void reply.status(503).header('Retry-After', '2');
    return { status: 'unavailable', failing: names };
  }

  @Get('metrics')
  @Header('Content-Type', metrics.registry.contentType)
  metrics(): Promise<string> {
    return metrics.registry.metrics();
  }
}
