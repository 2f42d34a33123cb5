import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  type AuthoriseOutcome,
  AuthorisePayment,
  type CaptureOutcome,
  type GiveBackOutcome,
  PaymentAttempt,
  RefundPart as RefundPartCommand,
  type RefundPartOutcome,
  type VoidOutcome,
} from '@geodes/contracts';
import { Handles, LOGGER, type Logger } from '@geodes/kit';
import { Authorise } from './authorise.js';
import { Capture } from './capture.js';
import { RefundPart } from './refund-part.js';
import { RefundPayment } from './refund-payment.js';
import { VoidPayment } from './void-payment.js';

/** The commands of orders. Any fault of this service makes the outcome unknown; it never declines a payment. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly authorisePayment: Authorise,
    private readonly capturePayment: Capture,
    private readonly voidPayment: VoidPayment,
    private readonly refundPayment: RefundPayment,
    private readonly partialRefund: RefundPart,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles('payments.authorise')
  authorise(@Payload() command: AuthorisePayment): Promise<AuthoriseOutcome> {
    return this.orUnknown(command, this.authorisePayment.execute(command));
  }

  @Handles('payments.capture')
  capture(@Payload() command: PaymentAttempt): Promise<CaptureOutcome> {
    return this.orUnknown(command, this.capturePayment.execute(command.attemptId));
  }

  @Handles('payments.void')
  void(@Payload() command: PaymentAttempt): Promise<VoidOutcome> {
    return this.orUnknown(command, this.voidPayment.execute(command.attemptId));
  }

  @Handles('payments.refund')
  refund(@Payload() command: PaymentAttempt): Promise<GiveBackOutcome> {
    return this.orUnknown(command, this.refundPayment.execute(command.attemptId));
  }

  @Handles('payments.refund-part')
  refundPart(@Payload() command: RefundPartCommand): Promise<RefundPartOutcome> {
    return this.orUnknown(command, this.partialRefund.execute(command));
  }

  private async orUnknown<T>({ attemptId }: PaymentAttempt, outcome: Promise<T>): Promise<T | { outcome: 'unknown' }> {
    try {
      return await outcome;
    } catch (error) {
      this.logger.error({ attemptId, reason: String(error) }, 'payment command failed, outcome unknown');
      return { outcome: 'unknown' };
    }
  }
}
