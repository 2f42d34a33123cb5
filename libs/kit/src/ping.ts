import { Controller, Inject, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Nothing, ProcessHealth } from '@geodes/contracts';
import type { HealthCheck } from './health.js';
import { processHealth } from './process-health.js';
import { HEALTH_CHECKS } from './tokens.js';

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
