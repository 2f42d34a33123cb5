import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  DifferenceId,
  type PaymentDifference,
  type PaymentDifferences,
  type Reconciliation,
  ReconcilePayments,
  ReconcileSince,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { DifferenceList } from './difference-list.js';
import { ReconcileNow } from './reconcile-now.js';
import { RestoreReconciliation } from './restore-reconciliation.js';

/** What the owner and the operator ask of the comparison with Square. */
@Controller()
export class ReconciliationController {
  constructor(
    @Inject(ReconcileNow) private readonly now: ReconcileNow,
    @Inject(RestoreReconciliation) private readonly restore: RestoreReconciliation,
    @Inject(DifferenceList) private readonly list: DifferenceList,
  ) {}

  @Handles('payments.reconcile')
  reconcile(@Payload() { minutes }: ReconcilePayments): Promise<Reconciliation> {
    return this.now.run(minutes);
  }

  @Handles('payments.reconcile-since')
  reconcileSince(@Payload() { since }: ReconcileSince): { isDone: boolean } {
    return { isDone: this.restore.isDone(since) };
  }

  @Handles('payments.differences')
  differences(): Promise<PaymentDifferences> {
    return this.list.list();
  }

  @Handles('payments.acknowledge-difference')
  see(@Payload() { id }: DifferenceId): Promise<PaymentDifference> {
    return this.list.see(id);
  }
}
