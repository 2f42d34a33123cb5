import { Controller, Inject, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Nothing, ProcessHealth } from '@geodes/contracts';
import type { HealthCheck } from './health.js';
import { processHealth } from './process-health.js';
import { HEALTH_CHECKS } from './tokens.js';

/**
 * Answers `<service>.ping`, so that others can tell whether a process of the service listens, and `<service>.health`,
 * which also asks what the process depends on.
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
