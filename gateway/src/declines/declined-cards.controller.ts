import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { DeclinedCards } from '@geodes/contracts';
import { unavailable } from '@geodes/kit';
import { DeclineCounts } from './decline-counts.js';

/** Shows the owner whether somebody tries stolen cards. */
@Controller('api/admin/declined-cards')
export class DeclinedCardsController {
  constructor(private readonly counts: DeclineCounts) {}

  /** The open panel polls this, which must not renew the session. */
  @Get()
  @RouteConfig({ isBackground: true })
  async read(): Promise<DeclinedCards> {
    try {
      return await this.counts.read();
    } catch (error) {
      throw Object.assign(unavailable('declined cards'), { cause: error });
    }
  }
}
