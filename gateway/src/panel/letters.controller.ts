import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { LetterList } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';

const MAX_LISTED = 100;

/** Letters that were not sent. */
@Controller('api/admin/letters')
export class LettersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  list(): Promise<LetterList> {
    return this.bus.call('orders.list-letters', { limit: MAX_LISTED });
  }

  /** Sends all letters again that failed or had no mail server. */
  @Post('retry')
  @HttpCode(200)
  retryAll(): Promise<{ retried: number }> {
    return this.bus.call('orders.retry-letter', {});
  }

  @Post(':id/retry')
  @HttpCode(200)
  retry(@Param('id', UuidParamPipe) id: string): Promise<{ retried: number }> {
    return this.bus.call('orders.retry-letter', { id });
  }
}
