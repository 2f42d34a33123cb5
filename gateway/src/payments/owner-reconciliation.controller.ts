import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  type PaymentDifference,
  type PaymentDifferences,
  type Reconciliation,
  ReconcilePayments,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';

/** The payments service gives up after 25 s. */
const RECONCILE_TIMEOUT_MS = 30_000;

/** Reconciliation with Square, for the owner. */
@Controller('api/admin/reconciliation')
export class OwnerReconciliationController {
  constructor(private readonly bus: Bus) {}

  @Get()
  listDifferences(): Promise<PaymentDifferences> {
    return this.bus.call('payments.differences', {});
  }

  @Post()
  @HttpCode(200)
  @RouteConfig({ mayLackBody: true })
  reconcile(@Body() command: ReconcilePayments): Promise<Reconciliation> {
    return this.bus.call('payments.reconcile', command, { timeoutMs: RECONCILE_TIMEOUT_MS });
  }

  @Post(':id/seen')
  @HttpCode(200)
  acknowledge(@Param('id', UuidParamPipe) id: string): Promise<PaymentDifference> {
    return this.bus.call('payments.acknowledge-difference', { id });
  }
}
