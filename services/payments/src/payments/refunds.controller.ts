import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  type OrderRefund,
  type RefundedPayments,
  RefundedSince,
  RefundPart as RefundPartCommand,
  type RefundPartOutcome,
  RefundsOf,
} from '@geodes/contracts';
import { Handles, LOGGER, type Logger } from '@geodes/kit';
import { RefundPart } from './refund-part.js';
import { RefundStore } from './refund-store.js';

@Controller()
export class RefundsController {
  constructor(
    private readonly refunds: RefundStore,
    private readonly part: RefundPart,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles('payments.refund-part')
  async refundPart(@Payload() command: RefundPartCommand): Promise<RefundPartOutcome> {
    try {
      return await this.part.execute(command);
    } catch (error) {
      this.logger.error({ attemptId: command.attemptId, reason: String(error) }, 'refund failed, outcome unknown');
      return { outcome: 'unknown' };
    }
  }

  @Handles('payments.list-refunds')
  listRefunds(@Payload() query: RefundsOf): Promise<OrderRefund[]> {
    return this.refunds.listByOrder(query);
  }

  @Handles('payments.refunded-since')
  refundedSince(@Payload() query: RefundedSince): Promise<RefundedPayments> {
    return this.refunds.refundedSince(query);
  }
}
