import { Body, Controller, Get, Headers, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  type PaymentDifference,
  type PaymentDifferences,
  type Reconciliation,
  ReconcilePayments,
} from '@geodes/contracts';
import { AppError, Bus } from '@geodes/kit';
import { RateLimits } from '../http/rate-limits.js';
import { UuidParamPipe } from '../http/request-params.js';

const FORGED = 'This did not come from Square.';

/** Receives Square's webhooks. The payments service checks the signature over the raw bytes. */
@Controller('api/square/webhooks')
export class WebhooksController {
  constructor(
    private readonly bus: Bus,
    private readonly limits: RateLimits,
  ) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ rawBody: true })
  async receive(
    @Body() body: unknown,
    @Headers('x-square-hmacsha256-signature') signature: string | undefined,
    @Ip() address: string,
  ): Promise<{ received: true }> {
    await this.limits.check('forgedWebhooks', address);
    try {
      if (!Buffer.isBuffer(body) || !signature || signature.length > 200) throw new AppError('FORBIDDEN', FORGED);
      await this.bus.call('payments.receive-webhook', { body: body.toString('base64'), signature });
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN') await this.limits.count('forgedWebhooks', address);
      throw error;
    }
    return { received: true };
  }
}

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
