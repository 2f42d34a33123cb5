import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  type PaymentDifference,
  type PaymentDifferences,
  type Reconciliation,
  ReconciliationBody,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/uuid-param.pipe.js';

const DAY_MINUTES = 1_440;
/** Payments gives up after 25 s. */
const CHECK_TIMEOUT_MS = 30_000;

/** The comparison with Square as the owner sees it. The session is checked before a request gets here. */
@Controller('api/admin/reconciliation')
export class ReconciliationController {
  constructor(private readonly bus: Bus) {}

  @Get()
  differences(): Promise<PaymentDifferences> {
    return this.bus.call('payments.differences', {});
  }

  @Post()
  @HttpCode(200)
  @RouteConfig({ mayLackBody: true })
  check(@Body() { minutes = DAY_MINUTES }: ReconciliationBody): Promise<Reconciliation> {
    return this.bus.call('payments.reconcile', { minutes }, { timeoutMs: CHECK_TIMEOUT_MS });
  }

  @Post(':id/seen')
  @HttpCode(200)
  see(@Param('id', UuidParamPipe) id: string): Promise<PaymentDifference> {
    return this.bus.call('payments.acknowledge-difference', { id });
  }
}
