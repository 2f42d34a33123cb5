import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  EntityId,
  type PaymentDifference,
  type PaymentDifferences,
  type Reconciliation,
  ReconcilePayments,
  ReconcileSince,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { Differences } from '../differences/differences.js';
import { ReconcileOnDemand } from './reconcile-on-demand.js';
import { ReconciliationRunLog } from './reconciliation-run-log.js';

/** The reconciliation commands and queries of the owner, the operator and a restore. */
@Controller()
export class ReconciliationController {
  constructor(
    private readonly onDemand: ReconcileOnDemand,
    private readonly list: Differences,
    private readonly runs: ReconciliationRunLog,
  ) {}

  @Handles('payments.reconcile')
  reconcile(@Payload() { minutes }: ReconcilePayments): Promise<Reconciliation> {
    return this.onDemand.lastMinutes(minutes);
  }

  @Handles('payments.reconcile-since')
  reconcileSince(@Payload() { since }: ReconcileSince): { isDone: boolean } {
    return { isDone: this.onDemand.isDoneSince(since) };
  }

  @Handles('payments.differences')
  async differences(): Promise<PaymentDifferences> {
    const [differences, endedAt] = await Promise.all([this.list.list(), this.runs.lastEndedAt()]);
    return { checkedAt: endedAt?.toISOString() ?? null, differences };
  }

  @Handles('payments.acknowledge-difference')
  acknowledge(@Payload() { id }: EntityId): Promise<PaymentDifference> {
    return this.list.acknowledge(id);
  }
}
