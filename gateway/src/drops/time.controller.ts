import { Controller, Get } from '@nestjs/common';

/** The shop's clock, by which pages correct their countdowns. */
@Controller('api/time')
export class TimeController {
  @Get()
  now(): { now: string } {
    return { now: new Date().toISOString() };
  }
}
