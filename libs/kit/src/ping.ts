import { Controller, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Nothing } from '@geodes/contracts';

/** Answers `<service>.ping`, so that others can tell whether a process of the service listens. */
export const pingController = (service: string): Type => {
  @Controller()
  class PingController {
    @MessagePattern(`${service}.ping`)
    ping(): Nothing {
      return {};
    }
  }
  return PingController;
};
