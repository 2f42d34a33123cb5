import { Body, Controller, Param, Post } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { type PlacedRefund, RefundBody } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { IdempotencyKey, UuidParamPipe } from '../http/request-params.js';
import { orderKey } from './place-order.js';

const REFUND_NAMESPACE = '0d7d9c52-53b1-4a52-9d0e-6f0f8a4c2b17';
/** Orders waits for payments, and payments for Square; what is unknown by then is a pending refund. */
const TIMEOUT_MS = 20_000;

/** Gives money back, for the owner. */
@Controller('api/admin/orders/:id/refunds')
export class RefundsController {
  constructor(private readonly bus: Bus) {}

  /** Without the Idempotency-Key each call makes another refund. */
  @Post()
  refund(
    @Param('id', UuidParamPipe) orderId: string,
    @Body() { amount, reason, restock }: RefundBody,
    @IdempotencyKey() header: string | undefined,
  ): Promise<PlacedRefund> {
    const { key } = orderKey(header);
    const command = {
      orderId,
      // keys of different orders are different refunds
      refundId: uuidv5(`${orderId} ${key}`, REFUND_NAMESPACE),
      key: `${orderId} ${key}`,
      ...(amount ? { amountCents: Math.round(Number(amount) * 100) } : {}),
      ...(reason ? { reason } : {}),
      ...(restock ? { restock } : {}),
    };
    return this.bus.call('orders.refund', command, { timeoutMs: TIMEOUT_MS });
  }
}
